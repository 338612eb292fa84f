import assert from "node:assert/strict";
import { backtestOf, runResultOf } from "../../../tests/support/small_results.ts";
import { fullTest } from "../../../tests/support/tier.ts";
import { metricFigure } from "./metric_figure.ts";
import { returnsByPeriod } from "./returns_by_period.ts";
import { runSheets } from "./run_sheets.ts";
import { type Cell, cellsOf, type Sheet } from "./sheet.ts";
import { CELLS_AT_MOST } from "./left_out.ts";
import { spreadsheetArtifact } from "./spreadsheet_artifact.ts";

const valueOf = (cell: Cell): unknown =>
  cell === null || typeof cell === "string" ? cell : "day" in cell ? cell.day : cell.value;
const sheets = runSheets(runResultOf(), backtestOf());
const tableOf = (name: string): readonly (readonly unknown[])[] => {
  const found = sheets.find((sheet) => sheet.name === name);
  return found === undefined ? [[]] : [found.titles, ...found.rows().map((row) => row.map(valueOf))];
};

Deno.test("the workbook of a run with a backtest has a sheet for each part", () => {
  assert.deepEqual(sheets.map(({ name }) => name), [
    "Run",
    "Methods",
    "Weights",
    "Risk contributions",
    "Metrics",
    "Frontier",
    "Curves",
    "Years",
    "Months",
    "Backtest metrics",
    "Backtest curves",
    "Backtest years",
    "Backtest months",
    "Rebalances",
  ]);
  for (const sheet of sheets) {
    const rows = sheet.rows();
    assert.equal(rows.length, sheet.height);
    for (const row of rows) assert.equal(row.length, sheet.titles.length);
  }
});

Deno.test("the sheet of assets has a column for each statistic that some asset has, and without any there is no sheet", () => {
  const sheetOf = (assets: Record<string, Record<string, number | null>>) =>
    runSheets({ ...runResultOf(), assets }, null).find(({ name }) => name === "Assets");
  const sheet = sheetOf({
    ALPHA: { annual_return: 0.1, sharpe_ratio: null, beta: null },
    GAMMA: { annual_return: 0, sharpe_ratio: 0.5, beta: null },
  });
  assert.deepEqual(sheet?.titles, ["Asset", "annual_return", "sharpe_ratio"]);
  assert.deepEqual(sheet?.rows().map((row) => row.map(valueOf)), [["ALPHA", 0.1, null], ["GAMMA", 0, 0.5]]);
  assert.equal(sheetOf({ ALPHA: { annual_return: null } }), undefined);
});

Deno.test("figures in the sheets are those of the result", () => {
  assert.deepEqual(tableOf("Weights"), [
    ["Asset", "min_volatility", "equal_weight"],
    ["NSE:ALPHA", 0.2, 1 / 3],
    ["NSE:BETA", 0.1, 1 / 3],
    ["NSE:GAMMA", 0.7, 1 / 3],
  ]);
  assert.deepEqual(tableOf("Metrics")[0], ["Metric", "min_volatility", "equal_weight", "benchmark NIFTY50"]);
  assert.deepEqual(tableOf("Curves")[1].slice(0, 3), ["2024-01-02", 0.01, 0]);
  assert.deepEqual(tableOf("Rebalances")[1], [
    "min_volatility",
    "2023-12-28",
    "optimal",
    0.5,
    0.0015,
    null,
    0.2,
    0.1,
    0.7,
  ]);
  assert.deepEqual(tableOf("Frontier").map(([name]) => name), [
    "Portfolio",
    "point 1",
    "point 2",
    "minimum risk",
    "maximum ratio",
  ]);
});

Deno.test("the workbook of a run on moments with a failed method has only the sheets that apply", () => {
  const [failed] = runResultOf().methods;
  const methods = [{ ...failed, weights: null, metrics: null, risk_contributions: null, constraint_report: null }];
  const changes = { methods, benchmark: null, data: null, curves: null, efficient_frontier: null };
  assert.deepEqual(runSheets(runResultOf(changes), null).map(({ name }) => name), ["Run", "Methods", "Weights"]);
});

Deno.test("returns of years and months are compounded from the end of the period before", () => {
  const dates = ["2023-11-30", "2023-12-29", "2024-01-31", "2024-02-29"], cumulative = [0.1, 0.21, 0.21, -1];
  assert.deepEqual([...returnsByPeriod(cumulative, dates, 4)], [["2023", 1.21 - 1], ["2024", -1]]);
  const months = [...returnsByPeriod(cumulative, dates, 7)].map(([month, value]) => [month, value?.toFixed(12)]);
  assert.deepEqual(months, [
    ["2023-11", "0.100000000000"],
    ["2023-12", "0.100000000000"],
    ["2024-01", "0.000000000000"],
    ["2024-02", "-1.000000000000"],
  ]);
  assert.equal(returnsByPeriod([-1, -1], ["2023-12-29", "2024-01-31"], 4).get("2024"), null);
});

Deno.test("metrics that are fractions are shown in percent, others as they are", () => {
  assert.deepEqual(metricFigure("sharpe_ratio", 1.5), { value: 1.5, format: "number" });
  assert.deepEqual(metricFigure("annual_return", 0.1), { value: 0.1, format: "percent" });
});

/** Test helper. Returns a sheet of two columns with a number of rows. */
function sheetOf(height: number): Sheet {
  return { name: "Large", titles: ["A", "B"], height, rows: () => Array(height).fill(["a", "b"]) };
}

const LARGE = sheetOf(CELLS_AT_MOST / 2);

Deno.test("a spreadsheet with too many cells is left out, with a note in its place", () => {
  const { name, content } = spreadsheetArtifact("result.xlsx", [LARGE]);
  assert.equal(name, "result.xlsx.txt");
  assert.match(new TextDecoder().decode(content), /^result\.xlsx is left out: it would have 500002 cells/);
  assert.equal(spreadsheetArtifact("result.xlsx", [sheetOf(10)]).name, "result.xlsx");
  assert.equal(cellsOf([LARGE]), 500_002);
});

Deno.test(fullTest("a sheet of as many cells as may be is written", {
  heldBy: "a spreadsheet with too many cells is left out, with a note in its place",
}, () => {
  assert.equal(spreadsheetArtifact("result.xlsx", [sheetOf(CELLS_AT_MOST / 2 - 1)]).name, "result.xlsx");
}));
