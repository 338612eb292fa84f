/**
 * Page that shows the answer of get_result inside a client: the table, what is proven, and the charts of the run, which
 * it reads as resources through the client. All texts are set as text, and a chart is shown as an image, so that
 * nothing in an answer can act as markup or script.
 */
export const RESULT_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:">
<title>Result of a run</title>
<style>
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { margin: 12px; color: CanvasText; background: Canvas; overflow-wrap: anywhere; }
h1 { font-size: 1.1rem; margin: 0; }
h1::first-letter { text-transform: uppercase; }
#run { margin: 0 0 8px; font-size: .85rem; }
.scroll { overflow-x: auto; }
.scroll table { overflow-wrap: normal; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 3px 10px; text-align: right; border-bottom: 1px solid color-mix(in srgb, CanvasText 20%, transparent); }
th:first-child, td:first-child { text-align: left; }
/* A chart that is narrower than this has words too small to read: it scrolls within its box instead. */
img { display: block; width: 100%; min-width: 600px; max-width: 800px; height: auto; margin-top: 12px; }
ul { padding-left: 1.2em; }
ul:empty, p:empty { display: none; }
li { margin: 2px 0; }
</style>
</head>
<body>
<main aria-live="polite">
<h1 id="title">Waiting for the result…</h1>
<p id="run"></p>
<div class="scroll" role="region" aria-labelledby="title" tabindex="0"><table id="table"></table></div>
<ul id="certificates"></ul>
<p id="link"></p>
<div id="charts"></div>
</main>
<script>
"use strict";
let next = 1;
const waiting = new Map();
const post = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const ask = (method, params) => new Promise((resolve, reject) => {
  const id = next++;
  waiting.set(id, { resolve, reject });
  post({ id, method, params });
});
const make = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
const byId = (id) => document.getElementById(id);
const cell = (value) => typeof value === "number" && !Number.isInteger(value) ? String(Number(value.toPrecision(6))) : plain(value ?? "");
// The marks around words of the account are for assistants: here every text is set as text.
const plain = (text) => typeof text === "string" ? text.replace(/[\u2039\u203A]/g, "") : text;

addEventListener("message", ({ source, data }) => {
  if (source !== parent || data === null || typeof data !== "object" || data.jsonrpc !== "2.0") return;
  if (data.method === undefined && waiting.has(data.id)) {
    const { resolve, reject } = waiting.get(data.id);
    waiting.delete(data.id);
    return data.error === undefined ? resolve(data.result) : reject(new Error(data.error.message));
  }
  if (data.method === "ui/notifications/tool-result") show(data.params?.structuredContent);
  else if (data.method === "ui/notifications/host-context-changed") dress(data.params);
  else if (data.method !== undefined && data.id !== undefined) post({ id: data.id, result: {} });
});

// The client may be dark where the system is light: the page and its charts follow the client.
function dress(context) {
  if (context?.theme === "light" || context?.theme === "dark") document.documentElement.style.colorScheme = context.theme;
}

// Clients give a view little height until it says how much it needs.
function tellSize() {
  const { width, height } = document.documentElement.getBoundingClientRect();
  post({ method: "ui/notifications/size-changed", params: { width: Math.ceil(width), height: Math.ceil(height) } });
}

function show(result) {
  if (result?.table === undefined) return;
  byId("title").textContent = result.section;
  byId("run").textContent = result.run_id;
  const head = make("tr", "");
  head.append(...result.table.columns.map((name) => Object.assign(make("th", plain(name)), { scope: "col" })));
  const rows = result.table.rows.map((row) => {
    const line = make("tr", "");
    line.append(...row.map((value) => make("td", cell(value))));
    return line;
  });
  byId("table").replaceChildren(head, ...rows);
  byId("certificates").replaceChildren(...result.certificates.map((text) => make("li", plain(text))));
  byId("link").textContent = result.link === null ? "" : "Page: " + result.link;
  charts(result.run_id);
}

async function charts(run) {
  byId("charts").replaceChildren();
  for (const name of ["charts/weights.svg", "charts/cumulative_return.svg"]) {
    try {
      const { contents: [{ text }] } = await ask("resources/read", { uri: "portfolio://runs/" + run + "/files/" + name });
      const image = document.createElement("img");
      image.alt = name === "charts/weights.svg" ? "Chart of the weights" : "Chart of the wealth over time";
      image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
      const box = Object.assign(make("div", ""), { className: "scroll", tabIndex: 0, role: "region", ariaLabel: image.alt });
      box.append(image);
      byId("charts").append(box);
    } catch {
      // The client reads no resources for views, or the run has no such chart: the table says the same.
    }
  }
}

ask("ui/initialize", {
  protocolVersion: "2026-01-26",
  appInfo: { name: "portfolio-result", version: "1.0.0" },
  appCapabilities: {},
}).then(({ hostContext }) => {
  dress(hostContext);
  post({ method: "ui/notifications/initialized", params: {} });
  new ResizeObserver(tellSize).observe(document.documentElement);
});
</script>
</body>
</html>
`;
