// How are numbers, lists and squares said? Sentences about moves come with the frames; these are for what is drawn.

export const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const signed = (points) => `${points < 0 ? "−" : "+"}${Math.abs(points)}`;
export const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
export const percent = (share) => `${Math.round(share * 100)} %`;

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const spelled = (number) => NUMBERS[Math.abs(number)] ?? String(Math.abs(number));
const SIDE_WORDS = { N: "north", E: "east", S: "south", W: "west" };
export const sideWords = (side) => SIDE_WORDS[side];
export const squareOf = (key) => key.split(",").map(Number);

/** A square as seen from the fountain: "north of the fountain", "two east, one north of the fountain". */
export function whereabouts(key) {
  const [x, y] = squareOf(key);
  const northern = y > 0 ? "north" : "south";
  const eastern = x > 0 ? "east" : "west";
  if (!x && !y) return "at the centre";
  if (!x || !y) return `${Math.abs(x || y) > 1 ? `${spelled(x || y)} ` : ""}${x ? eastern : northern} of the fountain`;
  if (Math.abs(x) === 1 && Math.abs(y) === 1) return `${northern}-${eastern} of the fountain`;
  return `${spelled(x)} ${eastern}, ${spelled(y)} ${northern} of the fountain`;
}

/** What a tile is called: "tower 9"; a floor tile by what was put on it. */
export const wordOf = (look) => (look.floor && look.kind ? `${look.kind} ${look.price}` : look.word);

/** The walls of a tile, for its description: ", wall north and east". */
export function wallWords({ group, walls = "", bastions = "" }) {
  if (group === "camp") return `, bastion ${listed([...bastions].map(sideWords))}`;
  if (group === "bazaar" || group === "plaza" || group === "fountain") return "";
  return walls ? `, wall ${listed([...walls].map(sideWords))}` : ", no wall";
}

export const falconLook = (name) => {
  const [, colour, ...kinds] = name.split("-");
  return { colour, kinds, words: `${colour} falcon, ${listed(kinds)}` };
};
