// What moves on the pages besides the board: parts that refresh, and uploads with progress. Without it they work by links and forms.

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

const enliven = (root) => {
  root.querySelectorAll("[data-refresh]").forEach(refresh);
  root.querySelectorAll("[data-upload]").forEach(upload);
};

enliven(document);
const followed = [...document.querySelectorAll("[data-source]")];
if (followed.length) follow(followed);
document.querySelector("#token")?.addEventListener("focus", (event) => event.target.select());
