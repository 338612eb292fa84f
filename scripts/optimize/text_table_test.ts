import assert from "node:assert/strict";
import type { BacktestedMethod, BacktestSection } from "../../src/documents/backtest_section.ts";
import type { SimulationDetail } from "../../src/documents/simulation_detail.ts";
import { backtestTable } from "./backtest_table.ts";
import { simulationTable } from "./simulation_table.ts";
import { amountCell, numberCell, percentCell, textTable } from "./text_table.ts";

Deno.test("columns of a text table fit their widest cell; the first is left-aligned, the others right-aligned", () => {
  assert.equal(textTable([["", "a"], ["longer", "1"], ["b", "100"]]), "          a\nlonger    1\nb       100\n");
});

Deno.test("cells of a text table are rounded, and an unknown value is a dash", () => {
  assert.deepEqual([percentCell(0.12345), percentCell(null), numberCell(1.005), numberCell(undefined)], [
    "12.35 %",
    "-",
    "1.00",
    "-",
  ]);
  assert.deepEqual([1_234_567.8, 12.34567, 0.00012345].map(amountCell), ["1,234,568", "12.35", "0.0001235"]);
});

Deno.test("the backtest table shows for each method its mean turnover, summed costs and number of failed rebalances", () => {
  const rebalance = {
    date: "2024-01-02",
    weights: {},
    turnover: 0.5,
    cost: 0.001,
    status: "optimal",
    detail: null,
  } as const;
  const series = {
    equity: [1],
    drawdown: [0],
    metrics: { annual_return: 0.1, annual_volatility: 0.2, sharpe_ratio: null, max_drawdown: 0.05 },
    returns_by_year: {},
    returns_by_month: {},
    rolling: { window: 1, volatility: [], sharpe_ratio: [] },
  };
  const rebalances = [rebalance, { ...rebalance, turnover: 0, cost: 0, status: "infeasible" } as const];
  const method: BacktestedMethod = { method: "min_cvar", key: "tail", ...series, rebalances };
  const section: BacktestSection = {
    config: {
      train_window: 12,
      rebalance_every: 1,
      expanding: false,
      drift: true,
      cost_bps: 0,
      slippage_bps: 0,
      initial_capital: 1,
      methods: [],
    },
    dates: ["2024-01-02", "2024-02-02"],
    methods: [method],
    benchmark: { id: "NIFTY50", return_type: "price", ...series, rebalances: [] },
  };
  const [title, , line, benchmark] = backtestTable(section).split("\n");
  assert.equal(title, "walk-forward from 2024-01-02 to 2024-02-02, 2 rebalances, returns without costs");
  const cells = ["tail", "10.00 %", "20.00 %", "-", "5.00 %", "25.00 %", "0.10 %", "1"];
  assert.deepEqual(line.split(/ {2,}/), cells);
  assert.deepEqual(benchmark.split(/ {2,}/), ["benchmark NIFTY50", ...cells.slice(1, 5), "-", "-", "-"]);
  const [net] = backtestTable({ ...section, config: { ...section.config, cost_bps: 10, slippage_bps: 5 } }).split("\n");
  assert.match(net, /, returns net of costs of 15 basis points$/);
});

Deno.test("the simulation table shows percentiles of wealth and probabilities, that of the goal where there is one", () => {
  const percentiles = {
    "1": 0.1,
    "5": 0.2,
    "10": 0.3,
    "25": 0.4,
    "50": 0.5,
    "75": 0.6,
    "90": 0.7,
    "95": 0.8,
    "99": 0.9,
  };
  const detail: SimulationDetail = {
    paths: 10_000,
    horizon: 12,
    terminal: { mean: 1.5, median: 0.5, standard_deviation: 1, percentiles },
    probability_of_loss: 0.25,
    probability_of_ruin: 0,
    probability_of_goal: null,
    value_at_risk: 0.1,
    conditional_value_at_risk: 0.2,
    max_drawdown: { median: 0.5, percentiles },
    cagr: { median: 0.5, percentiles },
    model: { degrees_of_freedom: null, block_length: null },
    fan: { steps: [], percentiles: {} },
    histogram: { edges: [], counts: [] },
    sample_paths: [],
  };
  const text = simulationTable("tail", detail);
  assert.match(
    text,
    /^10,000 paths of tail over 12 periods\npercentile +5 +25 +50 +75 +95\nterminal wealth +0\.2 +0\.4 /,
  );
  assert.match(text, /\nmean 1\.5, loss 25\.00 %, ruin 0\.00 %, value at risk 10\.00 %, conditional 20\.00 %\n$/);
  assert.match(simulationTable("tail", { ...detail, probability_of_goal: 0.5 }), /ruin 0\.00 %, goal 50\.00 %, value/);
});
