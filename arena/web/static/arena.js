// What moves on the pages: parts that refresh, replays, uploads with progress, squares to click. Without it everything still works by links and forms.

const fetchPart = async (url) => {
  const answer = await fetch(url, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
};

const fill = (element, html) => {
  const open = [...element.querySelectorAll("details")].map((one) => one.open);
  element.innerHTML = html;
  [...element.querySelectorAll("details")].forEach((one, place) => { if (open[place]) one.open = true; });
  enliven(element);
};

// An element with data-refresh is asked for again and again, until the answer has none.
const refresh = (element) => {
  setTimeout(async () => {
    if (!element.isConnected) return;
    try {
      const holder = document.createElement("div");
      holder.innerHTML = await fetchPart(element.dataset.refresh);
      const fresh = holder.firstElementChild;
      if (fresh.outerHTML === element.outerHTML) return refresh(element);
      element.replaceWith(fresh);
      enliven(fresh.parentElement);
    } catch { setTimeout(() => refresh(element), 3000); }
  }, 600);
};

const leaderboard = (element) => {
  let waiting = false;
  let first = true;
  new EventSource(element.dataset.events).addEventListener("standings", () => {
    if (first) { first = false; return; }
    if (waiting) return;
    waiting = true;
    setTimeout(async () => {
      waiting = false;
      try { fill(element, await fetchPart(element.dataset.source)); } catch { /* the next one may come through */ }
    }, 1000 + 4000 * Math.random());
  });
};

const replay = (element) => {
  const now = () => element.querySelector(".position");
  const cache = new Map();
  let timer = null;
  let following = element.hasAttribute("data-follow");
  let busy = false;

  const part = (move) => {
    const url = `${now().dataset.base}?move=${move}&part=1`;
    if (!cache.has(url)) cache.set(url, fetchPart(url).catch((wrong) => { cache.delete(url); throw wrong; }));
    return cache.get(url);
  };
  const stop = () => { clearInterval(timer); timer = null; label(); };
  const label = () => {
    const button = element.querySelector("[data-play]");
    button.hidden = false;
    button.textContent = timer ? "⏸ Pause" : "▶ Play";
    button.setAttribute("aria-label", timer ? "Pause" : "Play");
  };
  const go = async (move, push = true) => {
    if (busy) return;
    busy = true;
    try {
      const place = Math.max(0, Math.min(move, Number(now().dataset.last)));
      const focused = document.activeElement?.dataset?.go !== undefined ? [...element.querySelectorAll("[data-go]")].indexOf(document.activeElement) : -1;
      fill(element, await part(place));
      if (focused >= 0) element.querySelectorAll("[data-go]")[focused]?.focus();
      if (push) history.replaceState(null, "", `${now().dataset.base}?move=${place}`);
      label();
      if (place < Number(now().dataset.last)) part(place + 1).catch(() => {});
    } catch { stop(); } finally { busy = false; }
  };
  const toggle = () => {
    if (timer) return stop();
    following = false;
    timer = setInterval(() => {
      if (Number(now().dataset.at) >= Number(now().dataset.last)) return stop();
      go(Number(now().dataset.at) + 1);
    }, 700);
    label();
  };
  element.addEventListener("click", (event) => {
    const link = event.target.closest("[data-go]");
    if (link) { event.preventDefault(); following = false; go(Number(link.dataset.go)); }
    if (event.target.closest("[data-play]")) toggle();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA|SUMMARY/.test(event.target.tagName)) return;
    const at = Number(now().dataset.at);
    const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: Number(now().dataset.last), s: Number(now().dataset.scoring ?? now().dataset.last) };
    if (event.key in moves) { event.preventDefault(); following = false; go(moves[event.key]); }
    if (event.key === " " && event.target.tagName !== "BUTTON") { event.preventDefault(); toggle(); }
  });
  label();
  if (!element.dataset.events) return;
  const source = new EventSource(element.dataset.events);
  source.addEventListener("moved", async (event) => {
    if (!following) return;
    const count = JSON.parse(event.data).count;
    if (count <= Number(now().dataset.at) || busy) return;
    busy = true;
    try { fill(element, await fetchPart(`${now().dataset.base}?part=1`)); label(); } catch { /* it may be over */ } finally { busy = false; }
  });
  source.addEventListener("over", () => { source.close(); setTimeout(() => location.reload(), 2500); });
};

const upload = (form) => {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const bar = form.querySelector("progress");
    const button = form.querySelector("button");
    bar.hidden = false;
    button.disabled = true;
    const request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.upload.onprogress = (one) => { if (one.lengthComputable) bar.value = 100 * one.loaded / one.total; };
    request.onload = () => {
      if (request.status < 400) { location.assign(request.responseURL); return; }
      document.documentElement.innerHTML = request.responseText;
    };
    request.onerror = () => { button.disabled = false; bar.hidden = true; };
    request.send(new FormData(form));
  });
};

// The form of a table: a move is sent without leaving the page, and squares of the city can be clicked.
const moves = (form) => {
  const button = (action) => [...form.querySelectorAll("button[name=action]")].find((one) => one.value === action);
  form.addEventListener("click", (event) => {
    const spot = event.target.closest(".spot");
    if (!spot) return;
    const here = [...form.querySelectorAll(".spot")].filter((one) => one.getAttribute("x") === spot.getAttribute("x") && one.getAttribute("y") === spot.getAttribute("y"));
    if (here.length === 1) { button(spot.dataset.action)?.click(); return; }
    const group = form.querySelector(".places");
    [...group.querySelectorAll("button")].forEach((one) => { one.hidden = !here.some((other) => other.dataset.action === one.value); });
    group.querySelector("button:not([hidden])")?.focus();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = new FormData(form, event.submitter);
    [...form.querySelectorAll("button")].forEach((one) => { one.disabled = true; });
    const target = form.getAttribute("action"); // form.action would be the buttons of that name
    const answer = await fetch(target, { method: "POST", body: new URLSearchParams(data) });
    if (!answer.ok) { document.documentElement.innerHTML = await answer.text(); return; }
    const holder = form.closest(".atTable");
    holder.dataset.refresh = `${target}?part=1`;
    refresh(holder);
  });
};

const enliven = (root) => {
  root.querySelectorAll("[data-refresh]").forEach(refresh);
  root.querySelectorAll("[data-upload]").forEach(upload);
  root.querySelectorAll("[data-moves]").forEach(moves);
  const target = root.querySelector("[data-goto]");
  if (target) location.assign(target.dataset.goto);
};

enliven(document);
document.querySelectorAll("[data-source]").forEach(leaderboard);
document.querySelectorAll("[data-replay]").forEach(replay);
document.querySelector("#token")?.addEventListener("focus", (event) => event.target.select());
