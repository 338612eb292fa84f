import assert from "node:assert/strict";
import type { GalleryDocuments } from "../../app/charts/gallery_documents.ts";
import { frontierMeasure as pageMeasure } from "../../app/charts/frontier_measure.ts";
import { bundleOf } from "../../scripts/build_app.ts";
import { RISK_MEASURES } from "../../src/optimization/risk/mod.ts";
import { frontierMeasure } from "../../src/reports/charts/frontier_measure.ts";
import { CONSOLE_POLICY } from "../../src/http/routes/console/console_pages.ts";
import { noteAbsentProgram } from "../support/absent_program.ts";
import { newEmail, verifiedBrowser } from "../support/browser.ts";
import { type ConsoleTab, HAS_BROWSER, openBrowser } from "../support/console_browser.ts";
import { optimizeInProcess } from "../support/optimize_in_process.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { frontierOf, runResultOf } from "../support/small_results.ts";
import { fullTest, testInTurn } from "../support/tier.ts";

if (!HAS_BROWSER) noteAbsentProgram("Chromium");

const TICKERS = ["EXLOTUS", "EXBANYAN", "EXNEEM", "EXPEEPAL", "EXJASMINE", "EXTULSI", "EXMANGO", "EXHORNBILL"];
const REQUEST = {
  stocks: TICKERS.map((ticker) => ({ exchange: "NSE", ticker })),
  methods: ["critical_line", "min_volatility", "hrp", "risk_parity", "equal_weight"],
  efficient_frontier: { points: 20 },
  benchmark: "NIFTY50",
  rolling_backtest: { rebalance_every: 126 },
  monte_carlo: { paths: 500, initial_value: 1_000_000, goal: 1_500_000, horizon: 504, contribution: 500 },
};
/** Charts of the list, and more of them where one component draws several. */
const LEAST_FIGURES = 18;
const DRAWN = "figure svg.chart-drawing, figure canvas";

Deno.test("the documents of a real run and a real preflight are those that the charts draw", async () => {
  const { result, backtest, simulation, ranges } = await galleryDocuments();
  assert.equal(result.methods.length, REQUEST.methods.length);
  assert.equal(backtest.methods.length, REQUEST.methods.length);
  assert.equal(simulation.detail.fan.steps[0], 0);
  assert.equal(Object.keys(ranges.assets).length, TICKERS.length);
});

Deno.test(fullTest(
  "every chart of a real run is drawn wide, narrow and dark, is read by keyboard and as a table, and has no fault by axe",
  {
    heldBy: "the documents of a real run and a real preflight are those that the charts draw",
    ignore: !HAS_BROWSER,
  },
  async () => {
    await using gallery = await servedGallery(await galleryDocuments());
    await using browser = await openBrowser(gallery);
    const tab = await browser.newPerson();
    await tab.open("/");
    // Charts are drawn as they come into view.
    await tab.page.setViewport({ width: 1280, height: 9_000 });
    await tab.until(`document.querySelectorAll("${DRAWN}").length >= ${LEAST_FIGURES}`);
    await tab.pictures("charts");
    assert.deepEqual(await tab.faultsByAxe(), []);
    for (const name of await sliderNames(tab)) await readByKeyboard(tab, name);
    for (const title of ["Weights of critical_line", "Cumulative return", "Correlation"]) {
      await tab.click("button", `Show as table: ${title}`);
      await tab.find("button", `Hide table: ${title}`);
    }
    assert.deepEqual(await tab.faultsByAxe(), []);
    assert.match(await copiedImage(tab, "Efficient frontier"), /^image\/png of \d{5,} bytes$/);
    assert.match(await copiedImage(tab, "Correlation"), /^image\/png of \d{4,} bytes$/);
    await tab.page.click('button[title="Hide hrp"]');
    await tab.element('button[title="Show hrp"][aria-pressed="false"]');
    assert.deepEqual(browser.complaints, []);
  },
));

Deno.test(fullTest(
  "charts on a canvas print as wide as the paper, and in its colours where the page is dark, also those not seen before",
  {
    heldBy: "the documents of a real run and a real preflight are those that the charts draw",
    ignore: !HAS_BROWSER,
  },
  async () => {
    await using gallery = await servedGallery(await galleryDocuments());
    await using browser = await openBrowser(gallery);
    const { page, ...tab } = await browser.newPerson();
    // A page that is laid out for paper does not hear of its new widths.
    await page.evaluateOnNewDocument(`ResizeObserver.prototype.observe = () => {}`);
    await page.emulateMediaFeatures(DARK);
    await tab.open("/");
    await tab.element("figure canvas");
    await tab.element(".chart-unseen");
    await page.evaluate(`dispatchEvent(new Event("beforeprint"))`);
    await tab.until(`document.querySelectorAll("${DRAWN}").length >= ${LEAST_FIGURES} && (${IS_LIGHT})`);
    await page.emulateMediaType("print");
    await page.setViewport({ width: 640, height: 900 });
    assert.deepEqual(await page.evaluate(BEYOND_PAPER), []);
    await page.emulateMediaFeatures(DARK);
    await page.evaluate(`dispatchEvent(new Event("afterprint"))`);
    await tab.until(`!(${IS_LIGHT})`);
    assert.deepEqual(browser.complaints, []);
  },
));

Deno.test(testInTurn(
  "every text of every chart has the numbers and days of a German reader",
  { ignore: !HAS_BROWSER },
  async () => {
    await using gallery = await servedGallery(await galleryDocuments());
    await using browser = await openBrowser(gallery);
    const tab = await browser.newPerson();
    await tab.page.evaluateOnNewDocument(GERMAN_READER);

    await tab.open("/");
    await tab.page.setViewport({ width: 1280, height: 9_000 });
    await tab.until(`document.querySelectorAll("${DRAWN}").length >= ${LEAST_FIGURES}`);
    const texts = await writtenTexts(tab);

    assert.ok(texts.length > 200, `${texts.length} texts`);
    assert.ok(texts.some((text) => /^500 paths/.test(text)) && texts.some((text) => /\d\sMio\./.test(text)));
    assert.ok(
      texts.some((text) => /\d,\d\d\s%/.test(text)) && texts.some((text) => /^\d\d\.\d\d\.\d{4} to/.test(text)),
    );
    assert.deepEqual(texts.filter((text) => ENGLISH.test(text.replaceAll(GERMAN_DAY, ""))), []);
    assert.deepEqual(browser.complaints, []);
  },
));

/** What a page in dark colours is told of the screen. */
const DARK = [{ name: "prefers-color-scheme", value: "dark" }];

/** Expression for whether the map of the correlations has a light ground. */
const IS_LIGHT = `(() => {
  const canvas = document.querySelector("canvas[role=img]");
  if (canvas === null) return false;
  const corner = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  corner.drawImage(canvas, 0, 0);
  return corner.getImageData(0, 0, 1, 1).data[0] > 200;
})()`;

/** Expression that lists the charts on a canvas that reach beyond the page. */
const BEYOND_PAPER = `[...document.querySelectorAll("figure canvas")]
  .filter((canvas) => canvas.getBoundingClientRect().right > document.documentElement.clientWidth)
  .map((canvas) => canvas.closest("figure").textContent.slice(0, 60))`;

/** A point before decimals, groups of three digits after commas, a sign of percent without a blank, and an ISO day. */
const ENGLISH = /\d\.\d{1,2}(?!\d)|\d,\d{3}(?!\d|\sMio\.)|\d%|\d{4}-\d\d|\d(k|M|bn)$/;
const GERMAN_DAY = /\d\d\.\d\d\.\d{4}/g;

/** Script that makes the reader a German one, and notes what is written on a canvas. */
const GERMAN_READER = `
  Object.defineProperty(navigator, "languages", { value: ["de-DE"] });
  globalThis.written = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
    globalThis.written.push(String(text));
    return fillText.call(this, text, ...at);
  };`;

/** Returns what charts show: the texts of drawings, canvases, legends and subtitles. */
async function writtenTexts({ page }: ConsoleTab): Promise<readonly string[]> {
  const texts = await page.evaluate(
    `[...written, ...Array.from(document.querySelectorAll("figure text, .chart-legend-item, .chart-subtitle, ` +
      `.chart-hint, .chart-more"), ({ textContent }) => textContent)]`,
  );
  assert.ok(Array.isArray(texts));
  return texts.map(String);
}

Deno.test("the page knows of every risk measure what the files know: the risk of methods and assets, and its unit", async () => {
  const service = await sharedService(QUEUED);
  const { measures } = await (await service.fetch("/methods/requirements")).json();
  const [method] = runResultOf().methods;
  for (const { id, name } of RISK_MEASURES) {
    for (const confidence of [null, 0.9, 0.95]) {
      const frontier = { ...frontierOf([]), measure: id, confidence };
      const [ofPage, ofFiles] = [pageMeasure(frontier, measures), frontierMeasure(frontier)];
      assert.equal(ofPage.isSquared, ofFiles.isSquared, id);
      const metrics = { [name]: 0.02, volatility: 0.3 };
      assert.equal(ofPage.riskOfMetrics(metrics), ofFiles.riskOfMetrics(metrics), `${id} ${confidence}`);
      for (const chosen of [{}, { confidence: 0.9 }, { confidence: 0.95 }]) {
        const one = { ...method, metrics, objective: { name, value: 0.01 }, parameters: chosen };
        assert.equal(ofPage.riskOfMethod(one), ofFiles.riskOfMethod(one), `${id} ${confidence}`);
      }
    }
  }
});

let known: Promise<GalleryDocuments> | null = null;

/** Returns the documents of a local run on the sample market and of a preflight by the service, computed once. */
function galleryDocuments(): Promise<GalleryDocuments> {
  return known ??= computedDocuments();
}

async function computedDocuments(): Promise<GalleryDocuments> {
  const { code, stdout, stderr } = await optimizeInProcess(["--request", "-", "--out", "-"], JSON.stringify(REQUEST));
  assert.equal(code, 0, stderr);
  const result = JSON.parse(stdout);
  const { rolling_backtest: backtest, monte_carlo: detail, currency, data, estimates } = result;
  const assets: readonly string[] = estimates.covariance.assets;
  const held = Object.fromEntries(assets.slice(0, 4).map((asset, index) => [asset, (index + 1) / 10]));
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service, newEmail());
  const map = Object.fromEntries(assets.map((asset, index) => [asset, index < 5 ? "Banks" : "Others"]));
  const constraints = { weight_bounds: { max: 0.4 }, groups: { map, rules: [{ group: "Banks", max: 0.5 }] } };
  const answer = await person.send("POST", "/constraints/preflight", { body: { assets, constraints } });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { measures } = await (await service.fetch("/methods/requirements")).json();
  return {
    result,
    backtest,
    simulation: {
      config: detail.config,
      detail,
      method: result.methods[0].key,
      currency,
      frequency: data.frequency,
      periodsPerYear: data.periods_per_year,
    },
    ranges: answer.body.ranges,
    measures,
    held,
  };
}

interface ServedGallery extends AsyncDisposable {
  readonly url: string;
}

/** Serves a page with every chart, under the content security policy of the console. */
async function servedGallery(documents: GalleryDocuments): Promise<ServedGallery> {
  const files = await bundleOf("app/charts/chart_gallery.tsx");
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Charts</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">` +
    `<link rel="stylesheet" href="/style.css"></head><body><div id="console"></div>` +
    `<script type="module" src="/chart_gallery.js"></script></body></html>`;
  const answer = (path: string): Response => {
    const policy = { "content-security-policy": CONSOLE_POLICY };
    if (path === "/") return new Response(page, { headers: { "content-type": "text/html; charset=utf-8", ...policy } });
    if (path === "/gallery.json") return Response.json(documents);
    const file = files.get(path.slice(1));
    const type = path.endsWith(".css") ? "text/css" : "text/javascript";
    return file === undefined
      ? new Response(null, { status: 404 })
      : new Response(file.slice(), { headers: { "content-type": `${type}; charset=utf-8` } });
  };
  const address = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const server = Deno.serve(address, (request) => answer(new URL(request.url).pathname));
  return {
    url: `http://localhost:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

async function sliderNames({ page }: ConsoleTab): Promise<readonly string[]> {
  const names = await page.evaluate(`[...document.querySelectorAll("${SLIDER}")].map(({ ariaLabel }) => ariaLabel)`);
  assert.ok(Array.isArray(names) && names.length > 0);
  return names.map(String);
}

const SLIDER = ".chart-plot[role=slider]";

/** Walks through a chart by keyboard: its value for a screen reader says something else at each place. */
async function readByKeyboard({ page }: ConsoleTab, name: string): Promise<void> {
  const selector = `${SLIDER}[aria-label=${JSON.stringify(name)}]`;
  await page.focus(selector);
  const readings = new Set<string>();
  for (const key of ["Home", "ArrowRight", "End"] as const) {
    await page.keyboard.press(key);
    readings.add(String(await page.evaluate(`document.querySelector(${JSON.stringify(selector)}).ariaValueText`)));
  }
  assert.ok(readings.size >= 2 && [...readings].every((reading) => /\d/.test(reading)), `${name}: ${[...readings]}`);
  await page.keyboard.press("Escape");
}

/** Copies a chart as an image and returns what came to the clipboard: its type and size. */
async function copiedImage(tab: ConsoleTab, title: string): Promise<string> {
  const { page } = tab;
  await page.evaluate(LISTENED_CLIPBOARD);
  await page.click(`button[aria-label=${JSON.stringify(`Copy image: ${title}`)}]`);
  await tab.until("document.documentElement.dataset.copied !== undefined");
  return String(await page.evaluate("document.documentElement.dataset.copied"));
}

/** Script that notes what the page copies, because a headless browser has no clipboard to read. */
const LISTENED_CLIPBOARD = `
  delete document.documentElement.dataset.copied;
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: {
      write: async ([item]) => {
        const { type, size } = await item.getType("image/png");
        document.documentElement.dataset.copied = type + " of " + size + " bytes";
      },
    },
  });`;
