// How is a part of the page written? As markup that escapes what it is given, put in place only where it differs.

/** Markup that is safe to use as it stands. */
export class Markup {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (value) => {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(escaped).join("");
  if (value === null || value === undefined) return "";
  return String(value).replace(/[&<>"]/g, (one) => ESCAPES[one]);
};

/** A template whose values are escaped, except for markup; lists are joined, and what is missing is left out. */
export const html = (strings, ...values) =>
  new Markup(strings.reduce((text, part, i) => text + escaped(values[i - 1]) + part));

export const NOTHING = html``;

const written = new WeakMap();

/** Put markup into an element unless it is there already; whether it was not. The focus stays on the same `data-key`. */
export function fill(element, markup) {
  const text = escaped(markup);
  if (written.get(element) === text) return false;
  const key = focusedIn(element);
  element.innerHTML = text;
  written.set(element, text);
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  return true;
}

const drawnFrom = new WeakMap();

/** Whether a part was last drawn from these very values; what a move leaves alone is the same value in the next frame. */
export function unchanged(part, ...values) {
  const old = drawnFrom.get(part);
  drawnFrom.set(part, values);
  return old?.length === values.length && values.every((value, i) => value === old[i]);
}

function focusedIn(element) {
  const focused = element.ownerDocument.activeElement;
  return focused && element.contains(focused) ? focused.closest("[data-key]")?.dataset.key : undefined;
}

/** One element with classes, and markup inside. */
export function made(tag, className, markup = NOTHING) {
  const element = document.createElement(tag);
  element.className = className;
  if (markup !== NOTHING) fill(element, markup);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** One element of a drawing. */
export function drawn(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Set an attribute unless it has the value already; null takes it away. */
export function mark(element, name, value) {
  if (value === null) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

export const STILL = matchMedia("(prefers-reduced-motion: reduce)");
export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
export const range = (count) => [...Array(count).keys()];
