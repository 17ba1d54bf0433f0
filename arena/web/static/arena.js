// What moves on the pages besides the board: parts that refresh, uploads with progress, local time, countdowns. Without it they work by links and forms.

const fetchPart = async (url) => {
  const answer = await fetch(url, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
};

const fill = (element, html) => {
  const open = [...element.querySelectorAll("details")].map((one) => one.open);
  element.innerHTML = html;
  [...element.querySelectorAll("details")].forEach((one, index) => { if (open[index]) one.open = true; });
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

// Elements with data-source are asked for again when the server tells of something new; they share one stream.
const follow = (elements) => {
  let waiting = false;
  let first = true;
  new EventSource(elements[0].dataset.events).addEventListener("standings", () => {
    if (first) { first = false; return; }
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      elements.forEach(async (one) => {
        try { fill(one, await fetchPart(one.dataset.source)); } catch { /* the next one may come through */ }
      });
    }, 1000 + 4000 * Math.random());
  });
};

const upload = (form) => {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const bar = form.querySelector("progress");
    const button = form.querySelector("button");
    const again = (sentence) => {
      button.disabled = false;
      bar.hidden = true;
      form.parentElement.querySelector(".wrong")?.remove();
      const told = Object.assign(document.createElement("p"), { className: "wrong", textContent: sentence });
      told.setAttribute("role", "alert");
      form.before(told);
    };
    const { size } = form.querySelector("input[type=file]").files[0];
    if (size > form.dataset.most * 2 ** 20) return again(`The file has ${Math.ceil(size / 2 ** 20)} MiB; ${form.dataset.most} are taken.`);
    bar.hidden = false;
    button.disabled = true;
    const request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.upload.onprogress = (one) => { if (one.lengthComputable) bar.value = 100 * one.loaded / one.total; };
    request.onload = () => {
      if (request.status < 400) { location.assign(request.responseURL); return; }
      const main = new DOMParser().parseFromString(request.responseText, "text/html").querySelector("main");
      if (!main) return again(request.responseText);
      document.querySelector("main").replaceWith(main);
      enliven(main);
    };
    request.onerror = () => again("The upload did not get through. Try it again.");
    request.send(new FormData(form));
  });
};

// A moment by the reader's own clock and in their language; the text of the server is in UTC.
const localise = (element) => {
  const moment = new Date(element.dateTime);
  element.title = element.textContent;
  element.textContent = moment.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
};

// How long until a moment; when it has come, the page is asked for again.
const countDown = (element) => {
  const target = new Date(element.dataset.countdown).getTime();
  const show = () => {
    const left = Math.floor((target - Date.now()) / 1000);
    if (left < 0) { location.reload(); return; }
    const [days, hours, minutes] = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60];
    const clock = [hours, minutes, left % 60].map((part) => String(part).padStart(2, "0")).join(":");
    element.textContent = `in ${days ? `${days} day${days > 1 ? "s" : ""} ` : ""}${clock}`;
    setTimeout(show, 1000 - (Date.now() % 1000));
  };
  show();
};

const copyable = (button) => {
  if (!navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = button.previousElementSibling;
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
};

const enliven = (root) => {
  root.querySelectorAll("time[data-local]").forEach(localise);
  root.querySelectorAll("[data-countdown]").forEach(countDown);
  root.querySelectorAll("[data-copy]").forEach(copyable);
  root.querySelectorAll("[data-refresh]").forEach(refresh);
  root.querySelectorAll("[data-upload]").forEach(upload);
};

enliven(document);
const followed = [...document.querySelectorAll("[data-source]")];
if (followed.length) follow(followed);
document.querySelector("#token")?.addEventListener("focus", (event) => event.target.select());
