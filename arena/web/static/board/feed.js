// How does news arrive? A stream that begins again by itself, and questions that are asked until they are answered.

const AGAIN_MS = [500, 1000, 2000, 4000, 8000];
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** A stream of server-sent events. `heard` takes name and data; `broken` is told when the connection is lost and found. */
export class Feed {
  constructor(address, names, heard, broken = () => {}) {
    Object.assign(this, { address, names, heard, broken, tries: 0 });
    this.open();
  }
  open() {
    this.source = new EventSource(this.address);
    for (const name of this.names) this.source.addEventListener(name, (event) => this.heard(name, JSON.parse(event.data || "null")));
    this.source.addEventListener("open", () => {
      if (this.lost) this.broken(false);
      this.lost = false;
      this.tries = 0;
    });
    this.source.addEventListener("error", () => this.failed());
  }
  failed() {
    if (this.closed) return;
    if (!this.lost) this.broken(true);
    this.lost = true;
    if (this.source.readyState !== EventSource.CLOSED) return; // it tries again by itself
    const wait = AGAIN_MS[Math.min(this.tries, AGAIN_MS.length - 1)];
    this.tries += 1;
    setTimeout(() => this.closed || this.open(), wait);
  }
  close() {
    this.closed = true;
    this.source.close();
  }
}

/** JSON from an address. A refusal is an answer; what is no answer at all is an error. */
export async function asked(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return answer.json();
}

/** Send JSON, and again until there is an answer; `waiting` is told of every attempt that failed. */
export async function sent(address, content, csrf, waiting = null) {
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRF": csrf }, body: JSON.stringify(content) });
      if (answer.status < 500) return { status: answer.status, ...(await answer.json()) };
      throw new Error(`The server answered ${answer.status}.`);
    } catch (wrong) {
      if (!waiting) throw wrong;
      waiting(tries + 1);
      await pause(AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)]);
    }
  }
}
