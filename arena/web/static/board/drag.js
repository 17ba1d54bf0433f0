// How is a tile dragged to a square? With pointer events, so with mouse, pen and finger alike.
import { html, made } from "./dom.js";

const FAR = 6; // pixels; less is a click

/** Elements with `data-drag` can be dragged to squares that glow. `start` gives what is drawn under the pointer, or null. */
export function dragging(root, { start, drop }) {
  root.addEventListener("pointerdown", (event) => {
    const from = event.target.closest("[data-drag]");
    if (!from || event.button) return;
    let ghost = null;
    let over = null;
    const move = (now) => {
      if (!ghost) {
        if (Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < FAR) return;
        const drawing = start(from.dataset.drag);
        if (!drawing) return void stop();
        ghost = made("div", "dragged", html`<svg viewBox="0 0 100 100">${drawing}</svg>`);
        root.append(ghost);
      }
      ghost.style.left = `${now.clientX}px`;
      ghost.style.top = `${now.clientY}px`;
      const at = document.elementFromPoint(now.clientX, now.clientY)?.closest(".spot") ?? null;
      if (at === over) return;
      over?.classList.remove("over");
      at?.classList.add("over");
      over = at;
    };
    const stop = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", stop);
      ghost?.remove();
    };
    const up = () => {
      const dragged = Boolean(ghost);
      stop();
      if (!dragged) return;
      const swallow = (click) => click.stopPropagation();
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
      if (over) drop(over.dataset.pick);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", stop);
  });
}
