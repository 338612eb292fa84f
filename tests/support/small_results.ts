import type { BacktestSection } from "../../src/documents/backtest_section.ts";
import type { MethodResult, WrittenResult } from "../../src/documents/run_result.ts";
import type { SimulatedMethod } from "../../src/reports/simulation_artifacts.ts";

/**
 * Test helper. Returns the result document of a small made-up run: three assets, two methods, four daily returns, a
 * frontier of two points and a benchmark.
 */
export function runResultOf(changes: Partial<WrittenResult> = {}): WrittenResult {
  const assets = ["NSE:ALPHA", "NSE:BETA", "NSE:GAMMA"];
  return {
    run_id: "run_1",
    market: "IN",
    currency: "INR",
    mode: "construct",
    data: {
      source: "sample",
      sources: null,
      start_date: "2024-01-01",
      end_date: "2024-01-05",
      frequency: "daily",
      observations: 4,
      assets: 3,
      dropped: [],
      filled: [],
      constant: [],
      jumps: [],
      digest: "sha256:0",
      periods_per_year: 252,
      doubts: [],
    },
    estimates: {
      expected_returns: { "NSE:ALPHA": 0.0004, "NSE:BETA": 0.0006, "NSE:GAMMA": 0.0002 },
      covariance: {
        assets,
        matrix: [[1e-4, 3e-5, 0], [3e-5, 4e-4, -4e-5], [0, -4e-5, 2.5e-5]],
        file: null,
        repair: null,
      },
    },
    methods: [
      methodResultOf("min_volatility", [0.2, 0.1, 0.7]),
      methodResultOf("equal_weight", [1 / 3, 1 / 3, 1 / 3]),
    ],
    benchmark: { id: "NIFTY50", return_type: "price", metrics: { annual_return: 0.1, beta: null } },
    assets: {},
    rolling_backtest: null,
    monte_carlo: null,
    efficient_frontier: frontierOf([
      frontierPointOf({ return: 0.07, volatility: Math.sqrt(252 * 2.5e-5), weights: { "NSE:GAMMA": 1 } }),
      frontierPointOf({ return: 0.12, volatility: Math.sqrt(252 * 1e-4), weights: { "NSE:ALPHA": 1 } }),
    ]),
    curves: {
      dates: ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05"],
      methods: {
        min_volatility: { cumulative_return: [0.01, 0.02, 0.005, 0.03], drawdown: [0, 0, 0.015, 0] },
        equal_weight: { cumulative_return: [0.02, -0.01, 0.01, 0.04], drawdown: [0, 0.03, 0.01, 0] },
      },
      benchmark: { cumulative_return: [0, 0.01, 0.01, 0.02], drawdown: [0, 0, 0, 0] },
    },
    engine: {
      version: "1",
      schema_version: 1,
      core_digest: "a",
      solver_digest: "b",
      seed: 7,
      elapsed_ms: 0,
      phases_ms: {},
    },
    ...changes,
  };
}

type Frontier = NonNullable<WrittenResult["efficient_frontier"]>;

/** Test helper. Returns an efficient frontier of volatility with the given points. */
export function frontierOf(points: Frontier["points"], changes: Partial<Frontier> = {}): Frontier {
  return {
    measure: "volatility",
    confidence: null,
    points,
    minimum_risk: points[0] ?? null,
    maximum_ratio: points.at(-1) ?? null,
    corner_portfolios: null,
    detail: null,
    ...changes,
  };
}

/**
 * Test helper. Returns a point of an efficient frontier of volatility, from its return, volatility and weights: its
 * risk is its volatility, and it lies on the upper half.
 */
export function frontierPointOf(
  point: Omit<Frontier["points"][number], "risk" | "branch">,
): Frontier["points"][number] {
  return { branch: "upper", ...point, risk: point.volatility };
}

/**
 * Test helper. Returns the made-up result of a method for three assets. The given numbers are both its weights and its
 * risk contributions.
 */
export function methodResultOf(key: string, [alpha, beta, gamma]: readonly number[]): MethodResult {
  const shares = { "NSE:ALPHA": alpha, "NSE:BETA": beta, "NSE:GAMMA": gamma };
  return {
    method: key,
    key,
    parameters: {},
    status: "optimal",
    detail: null,
    objective: null,
    weights: shares,
    metrics: { annual_return: 0.12, sharpe_ratio: 1.5, beta: null },
    risk_contributions: shares,
    allocation: null,
    constraint_report: [],
    certificate: null,
  };
}

/**
 * Test helper. Returns the result section of a small made-up backtest: three assets, two methods, four days, two
 * rebalances of each method and a benchmark.
 */
export function backtestOf(changes: Partial<BacktestSection> = {}): BacktestSection {
  const series = {
    equity: [101, 102, 99, 104],
    drawdown: [0, 0, 0.03, 0],
    metrics: { annual_return: 0.12, beta: null },
    returns_by_year: { "2023": 0.02, "2024": 0.0196 },
    returns_by_month: { "2023-12": 0.02, "2024-01": 0.0196 },
    rolling: { window: 2, volatility: [null, 0.1, 0.2, 0.3], sharpe_ratio: [null, 1, null, 2] },
  };
  const rebalance = { turnover: 0.5, cost: 0.0015, status: "optimal", detail: null } as const;
  return {
    config: {
      train_window: 252,
      rebalance_every: 2,
      expanding: false,
      drift: true,
      cost_bps: 10,
      slippage_bps: 5,
      initial_capital: 100,
      methods: ["min_volatility", "equal_weight"].map((method) => ({ method, key: method })),
    },
    dates: ["2023-12-28", "2023-12-29", "2024-01-01", "2024-01-02"],
    methods: ["min_volatility", "equal_weight"].map((key) => ({
      ...series,
      method: key,
      key,
      rebalances: [
        { ...rebalance, date: "2023-12-28", weights: { "NSE:ALPHA": 0.2, "NSE:BETA": 0.1, "NSE:GAMMA": 0.7 } },
        { ...rebalance, date: "2024-01-01", weights: { "NSE:ALPHA": 0.5, "NSE:BETA": 0, "NSE:GAMMA": 0.5 } },
      ],
    })),
    benchmark: { ...series, id: "NIFTY50", return_type: "price", rebalances: [] },
    ...changes,
  };
}

/**
 * Test helper. Returns a made-up result of a Monte Carlo simulation: 1,000 paths of one method over two months, with
 * contributions and a goal.
 */
export function simulationOf(plan: Partial<SimulatedMethod["plan"]> = {}): SimulatedMethod {
  const [low, middle, high] = [[100, 95, 90], [100, 104, 109], [100, 113, 130]];
  const percentiles = { "5": 93, "50": 109, "95": 126 };
  const summary = {
    paths: 1000,
    horizon: 2,
    terminal: { mean: 109.5, median: 109, standard_deviation: 10, percentiles },
    probability_of_loss: 0.3,
    probability_of_ruin: 0,
    probability_of_goal: 0.12,
    value_at_risk: 0.1,
    conditional_value_at_risk: 0.12,
    max_drawdown: { median: 0.05, percentiles: { "50": 0.05 } },
    cagr: { median: null, percentiles: { "50": null } },
    model: { degrees_of_freedom: null, block_length: null },
  };
  return {
    method: "min_volatility",
    currency: "INR",
    frequency: "monthly",
    periodsPerYear: 12,
    plan: { model: "gaussian", initialValue: 100, goal: 120, ...plan },
    summary,
    detail: {
      ...summary,
      fan: {
        steps: [0, 1, 2],
        percentiles: {
          "1": low,
          "5": low,
          "10": low,
          "25": low,
          "50": middle,
          "75": high,
          "90": high,
          "95": high,
          "99": high,
        },
      },
      histogram: { edges: [80, 90, 100, 110, 120, 130], counts: [100, 200, 350, 300, 50] },
      sample_paths: [[100, 101, 102], [100, 99, 98]],
    },
    paidIn: [100, 102, 104],
  };
}
