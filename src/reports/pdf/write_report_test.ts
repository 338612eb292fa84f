import assert from "node:assert/strict";
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFPageLeaf, PDFRawStream } from "pdf-lib";
import { inflateSync } from "node:zlib";
import { backtestOf, methodResultOf, runResultOf, simulationOf } from "../../../tests/support/small_results.ts";
import type { ReportFigures } from "./report_figures.ts";
import { writeBacktestReport, writeFullReport, writeSummaryReport } from "./write_report.ts";
import { textOfPdf } from "../../../tests/support/text_of_pdf.ts";
import { testInTurn } from "../../../tests/support/tier.ts";

const NOTE = { title: "Equal weights", formula: "w = 1 / n", reference: "DeMiguel (2009)", paragraph: "All alike." };

function figuresOf(changes: Partial<ReportFigures> = {}): ReportFigures {
  return {
    name: "First run",
    result: { ...runResultOf(), rolling_backtest: backtestOf() },
    simulations: [simulationOf()],
    documentation: new Map([["equal_weight", NOTE]]),
    finishedAt: "2026-01-02T03:04:05.000Z",
    ...changes,
  };
}

/**
 * Test helper. Returns report figures of a run with the given numbers of assets and methods. Their names have 60
 * characters, and the run's name has 120.
 */
function wideFigures(assetCount: number, methodCount: number): ReportFigures {
  const assets = Array.from({ length: assetCount }, (_, index) => `${index}`.padEnd(60, "W"));
  const weights = Object.fromEntries(assets.map((asset, index) => [asset, (1 + index % 3) / (2 * assetCount)]));
  const rules = assets.map((rule, index) => ({
    family: "weight_bounds",
    rule,
    value: 0.01,
    min: 0,
    max: 0.01,
    slack: 0,
    binding: true,
    shadow_price: index,
  }));
  const keys = Array.from({ length: methodCount }, (_, index) => `method_${index}`.padEnd(60, "_long"));
  const base = runResultOf();
  const [curve] = Object.values(base.curves?.methods ?? {});
  const result = {
    ...base,
    methods: keys.map((key) => ({
      ...methodResultOf(key, [0.2, 0.1, 0.7]),
      weights,
      risk_contributions: weights,
      constraint_report: rules,
    })),
    curves: base.curves && { ...base.curves, methods: Object.fromEntries(keys.map((key) => [key, curve])) },
    rolling_backtest: null,
  };
  return figuresOf({ result, simulations: [], name: "W".repeat(120) });
}

/** Test helper. Finds where texts begin on the pages of a PDF, from the operators of their content. */
async function placesIn(bytes: Uint8Array): Promise<readonly { x: number; y: number }[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return document.getPages().flatMap((page) => contentOf(page.node, document)).flatMap((content) =>
    [...content.matchAll(/ ([\d.-]+) ([\d.-]+) Td /g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))
  );
}

function contentOf(node: PDFPageLeaf, { context }: PDFDocument): readonly string[] {
  const content = node.Contents();
  const streams = content instanceof PDFArray ? content.asArray().map((one) => context.lookup(one)) : [content];
  return streams.map((stream) => {
    assert.ok(stream instanceof PDFRawStream);
    return inflateSync(stream.getContents()).toString("latin1");
  });
}

const loaded = async (bytes: Uint8Array): Promise<PDFDocument> =>
  await PDFDocument.load(bytes, { updateMetadata: false });

Deno.test("a PDF report counts the rebalances without proven weights, some of which have weights", async () => {
  const backtest = backtestOf();
  const methods = backtest.methods.map((method) => ({
    ...method,
    rebalances: method.rebalances.map((rebalance) => ({ ...rebalance, status: "not_proven" as const })),
  }));
  const text = await textOfPdf(await writeBacktestReport({ name: null, section: { ...backtest, methods } }));
  assert.match(text, /Without proven weights/);
  assert.doesNotMatch(text, /Without an answer/);
});

Deno.test("a PDF report of the same figures has the same bytes", async () => {
  for (const write of [writeFullReport, writeSummaryReport]) {
    assert.deepEqual(await write(figuresOf()), await write(figuresOf()));
  }
});

Deno.test("a PDF report states its title, author, language and the date of its run", async () => {
  const document = await loaded(await writeFullReport(figuresOf()));
  assert.equal(document.getTitle(), "First run: report");
  assert.equal(document.getAuthor(), "Portfolio Optimization Service");
  assert.equal(document.getCreationDate()?.toISOString(), "2026-01-02T03:04:05.000Z");
  assert.equal(String(document.catalog.get(PDFName.of("Lang"))), "(en)");
});

Deno.test("a PDF report of a run without a finishing time has the last day of its data as date", async () => {
  const document = await loaded(await writeFullReport(figuresOf({ finishedAt: null })));
  assert.equal(document.getCreationDate()?.toISOString(), "2024-01-05T00:00:00.000Z");
});

Deno.test("a full PDF report has 13 links in its table of contents and 13 entries in its outline", async () => {
  const document = await loaded(await writeFullReport(figuresOf()));
  const annotations = document.getPage(1).node.Annots();
  const outlines = document.catalog.lookup(PDFName.of("Outlines"), PDFDict);
  assert.equal(annotations?.size(), 13);
  assert.equal(String(outlines.get(PDFName.of("Count"))), "13");
});

Deno.test("a summary report has two pages, for a small run and for 200 assets and 20 methods with long names", async () => {
  for (const figures of [figuresOf(), wideFigures(200, 20)]) {
    assert.equal((await loaded(await writeSummaryReport(figures))).getPageCount(), 2);
  }
});

Deno.test(
  testInTurn(
    "no text of a full report of 200 assets and 20 methods with long names begins outside its page",
    async () => {
      const places = await placesIn(await writeFullReport(wideFigures(200, 20)));
      assert.ok(places.length > 10_000);
      for (const { x, y } of places) assert.ok(x >= 0 && x < 595 - 40 && y >= 30 && y < 842, `${x}, ${y}`);
    },
  ),
);

Deno.test("a name with characters that the font lacks, a lone surrogate and control characters fails no report", async () => {
  const name = "<b> \\ ₹ देवनागरी עברית 🎉 \ud800 \u0000 \u202e";
  const document = await loaded(await writeFullReport(figuresOf({ name })));
  assert.match(document.getTitle() ?? "", /^<b> \\ ₹ देवनागरी/);
});

Deno.test("a run on moments whose methods have no weights has a full and a summary report too", async () => {
  const base = runResultOf();
  const [method] = base.methods;
  const failed = { ...method, weights: null, metrics: null, risk_contributions: null, constraint_report: null };
  const result = {
    ...base,
    data: null,
    curves: null,
    benchmark: null,
    efficient_frontier: null,
    methods: [failed],
    rolling_backtest: null,
  };
  const figures = figuresOf({ result, simulations: [], name: null, finishedAt: null });
  assert.ok((await loaded(await writeFullReport(figures))).getPageCount() > 2);
  assert.equal((await loaded(await writeSummaryReport(figures))).getPageCount(), 2);
});

Deno.test("a backtest has a report of its own, even if it has no dates", async () => {
  const document = await loaded(await writeBacktestReport({ name: "Five years", section: backtestOf() }));
  assert.equal(document.getTitle(), "Five years: walk-forward backtest");
  assert.equal(document.getPage(1).node.Annots()?.size(), 3, "contents behind the cover");
  const series = { equity: [], drawdown: [] };
  const [method] = backtestOf().methods;
  const empty = backtestOf({ dates: [], methods: [{ ...method, ...series, rebalances: [] }], benchmark: null });
  assert.ok((await loaded(await writeBacktestReport({ name: null, section: empty }))).getPageCount() > 1);
});
