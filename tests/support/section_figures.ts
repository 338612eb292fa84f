import type { BacktestFigures } from "../../src/reports/backtest_figures.ts";
import type { SimulationFigures } from "../../src/reports/simulation_figures.ts";

/** The figures of a small backtest: three assets, two methods, four days, two rebalances and a benchmark. */
export function backtestFigures(changes: Partial<BacktestFigures> = {}): BacktestFigures {
  const series = {
    equity: [101, 102, 99, 104],
    drawdown: [0, 0, 0.03, 0],
    returns_by_year: { "2023": 0.02, "2024": 0.0196 },
    rolling: { window: 2, volatility: [null, 0.1, 0.2, 0.3], sharpe_ratio: [null, 1, null, 2] },
  };
  return {
    config: {
      train_window: 252,
      rebalance_every: 2,
      expanding: false,
      cost_bps: 10,
      slippage_bps: 5,
      initial_capital: 100,
    },
    dates: ["2023-12-28", "2023-12-29", "2024-01-01", "2024-01-02"],
    methods: ["min_volatility", "equal_weight"].map((key) => ({
      ...series,
      key,
      rebalances: [
        { date: "2023-12-28", weights: { "NSE:ALPHA": 0.2, "NSE:BETA": 0.1, "NSE:GAMMA": 0.7 } },
        { date: "2024-01-01", weights: { "NSE:ALPHA": 0.5, "NSE:BETA": 0, "NSE:GAMMA": 0.5 } },
      ],
    })),
    benchmark: { ...series, id: "NIFTY50" },
    ...changes,
  };
}

/** The figures of a small simulation: 1,000 paths over two months, with contributions and a goal. */
export function simulationFigures(plan: Partial<SimulationFigures["plan"]> = {}): SimulationFigures {
  const [low, middle, high] = [[100, 95, 90], [100, 104, 109], [100, 113, 130]];
  return {
    method: "min_volatility",
    currency: "INR",
    frequency: "monthly",
    plan: { model: "gaussian", initialValue: 100, goal: 120, ...plan },
    detail: {
      paths: 1000,
      horizon: 2,
      terminal: { median: 109, percentiles: { "5": 93, "50": 109, "95": 126 } },
      probability_of_loss: 0.3,
      probability_of_goal: 0.12,
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
