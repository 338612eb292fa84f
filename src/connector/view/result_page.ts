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
body { margin: 12px; color: CanvasText; background: Canvas; }
h1 { font-size: 1.1rem; margin: 0 0 8px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 3px 10px; text-align: right; border-bottom: 1px solid color-mix(in srgb, CanvasText 20%, transparent); }
th:first-child, td:first-child { text-align: left; }
img { max-width: 100%; background: #fff; margin-top: 12px; }
li { margin: 2px 0; }
</style>
</head>
<body>
<main aria-live="polite">
<h1 id="title">Waiting for the result…</h1>
<div class="scroll"><table id="table"></table></div>
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
  else if (data.method !== undefined && data.id !== undefined) post({ id: data.id, result: {} });
});

function show(result) {
  if (result?.table === undefined) return;
  byId("title").textContent = result.run_id + ", " + result.section;
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
      byId("charts").append(image);
    } catch {
      // The client reads no resources for views, or the run has no such chart: the table says the same.
    }
  }
}

ask("ui/initialize", {
  protocolVersion: "2026-01-26",
  appInfo: { name: "portfolio-result", version: "1.0.0" },
  appCapabilities: {},
}).then(() => post({ method: "ui/notifications/initialized", params: {} }));
</script>
</body>
</html>
`;
