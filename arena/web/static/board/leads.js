// Who leads in what, and what does a scoring pay? The majorities, and a scoring explained line by line.
import { fill, html, NOTHING, sum, unchanged } from "./dom.js";
import { chip, disc, KINDS, plainChip } from "./pieces.js";
import { capital, listed, signed } from "./words.js";

const SIGNS = { wall: "wall", camps: "camp", bazaars: "bazaar", falconers: "falcon", medina: "medina", guards: "guard" };
const halves = (count) => (Number.isInteger(count) ? String(count) : `${Math.floor(count) || ""}½`);
const total = (rows, column) => sum(Object.values(rows).map((columns) => columns[column]));

/** What the panel shows: a scoring that was just held, or the next one as if it came now. */
export function showLeads(root, game, frame, scored, at) {
  if (unchanged(root, frame.next, frame.sheets, scored, frame.next ? 0 : at)) return;
  const held = scored && frame.sheets[scored];
  const rows = held ?? frame.next?.rows ?? Object.values(frame.sheets).at(-1);
  if (!rows) return void fill(root, html`<h2>Who leads</h2>`);
  const number = scored ?? (frame.next ? frame.next.scoring : Object.keys(frame.sheets).at(-1));
  const counts = held ? game.counted(at) : (frame.next?.counts ?? game.counted(game.last));
  const { columns } = game;
  const past = Boolean(held) || !frame.next;
  const title = past
    ? html`<h2 class="gold">Scoring ${number}<span class="caption"> what it paid</span></h2>`
    : html`<h2>Who leads <span class="caption"><b class="gain">+</b> what scoring ${number} would pay now</span></h2>`;
  const heads = columns.map((column) => html`<th scope="col" title="${game.name(column)}">${disc(column)}<span class="unseen">${game.name(column)}</span></th>`);
  const body = Object.keys(rows).map((row) => line(game, row, rows[row], counts[row], past));
  const totals = columns.map((_, i) => total(rows, i));
  const best = Math.max(...totals);
  const foot = columns.map((column, i) => html`<td class="s${column} ${totals[i] === best ? "lead" : ""}">${totals[i]}</td>`);
  root.classList.toggle("held", past);
  fill(
    root,
    html`${title}<table class="${columns.length > 4 ? "slim" : ""}"><thead><tr><th scope="col"><span class="unseen">what counts</span></th>${heads}</tr></thead><tbody>${body}<tr class="total"><th scope="row">${columns.length > 4 ? "all" : "in all"}</th>${foot}</tr></tbody></table>${
      held ? explained(game, rows, counts) : NOTHING
    }`,
  );
}

function line(game, row, points, counts, past) {
  const most = counts ? Math.max(...counts) : 0;
  const cells = game.columns.map((column, i) => {
    const count = counts?.[i];
    const paid = points[i] ? html`<small class="${points[i] < 0 ? "loss" : ""}">${signed(points[i])}</small>` : NOTHING;
    const leads = count && count === most && row !== "medina";
    const words = `${game.name(column)}: ${count === undefined ? "" : `${halves(count)} ${row}, `}${past ? "got" : "would get"} ${points[i]}`;
    return html`<td class="s${column} ${leads ? "lead" : ""} ${count || points[i] ? "" : "none"}" title="${words}">${count ? halves(count) : points[i] ? "" : "·"}${paid}</td>`;
  });
  const sign = KINDS.includes(row) ? chip(row) : plainChip(SIGNS[row] ?? "plaza");
  return html`<tr><th scope="row"><span>${sign}<b>${row}</b></span></th>${cells}</tr>`;
}

/** One sentence a row: who had how much and was paid what. */
function explained(game, rows, counts) {
  const sentences = Object.entries(rows)
    .map(([row, points]) => {
      const ranked = game.columns.map((column, i) => ({ name: game.name(column), points: points[i], count: counts[row]?.[i] })).filter((one) => one.points);
      ranked.sort((a, b) => b.points - a.points);
      const told = ranked.map((one) => `${one.name} ${signed(one.points)}${one.count ? ` (${halves(one.count)})` : ""}`);
      return told.length ? html`<li><b>${capital(row)}:</b> ${listed(told)}</li>` : NOTHING;
    })
    .filter((one) => one !== NOTHING);
  return html`<ul class="explained" aria-label="The scoring line by line">${sentences.length ? sentences : html`<li>Nobody was paid.</li>`}</ul>`;
}

/** A scoring in one sentence. */
export function scoringWords(game, rows) {
  const told = game.seats.map((seat) => `${game.names[seat]} ${signed(total(rows, seat))}`);
  return `${listed(told)}${game.dirk ? ` (Dirk ${total(rows, game.seats.length)})` : ""}`;
}
