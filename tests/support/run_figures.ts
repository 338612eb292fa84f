import type { MethodFigures, RunFigures } from "../../src/reports/run_figures.ts";

/** The figures of a small run: three assets, two methods, four days and a benchmark. */
export function runFigures(changes: Partial<RunFigures> = {}): RunFigures {
  const assets = ["NSE:ALPHA", "NSE:BETA", "NSE:GAMMA"];
  return {
    data: { frequency: "daily", start_date: "2024-01-01", end_date: "2024-01-05" },
    estimates: {
      expected_returns: { "NSE:ALPHA": 0.0004, "NSE:BETA": 0.0006, "NSE:GAMMA": 0.0002 },
      covariance: { assets, matrix: [[1e-4, 3e-5, 0], [3e-5, 4e-4, -4e-5], [0, -4e-5, 2.5e-5]] },
    },
    methods: [
      methodFigures("min_volatility", [0.2, 0.1, 0.7]),
      methodFigures("equal_weight", [1 / 3, 1 / 3, 1 / 3]),
    ],
    benchmark: { id: "NIFTY50", metrics: { annual_return: 0.1, beta: null } },
    efficient_frontier: {
      points: [
        { return: 0.07, volatility: Math.sqrt(252 * 2.5e-5), weights: { "NSE:GAMMA": 1 } },
        { return: 0.12, volatility: Math.sqrt(252 * 1e-4), weights: { "NSE:ALPHA": 1 } },
      ],
    },
    curves: {
      dates: ["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05"],
      methods: {
        min_volatility: { cumulative_return: [0.01, 0.02, 0.005, 0.03], drawdown: [0, 0, 0.015, 0] },
        equal_weight: { cumulative_return: [0.02, -0.01, 0.01, 0.04], drawdown: [0, 0.03, 0.01, 0] },
      },
      benchmark: { cumulative_return: [0, 0.01, 0.01, 0.02], drawdown: [0, 0, 0, 0] },
    },
    ...changes,
  };
}

/** A method whose weights, and shares in risk, are those of the three assets in order. */
export function methodFigures(key: string, [alpha, beta, gamma]: readonly number[]): MethodFigures {
  const shares = { "NSE:ALPHA": alpha, "NSE:BETA": beta, "NSE:GAMMA": gamma };
  const metrics = { annual_return: 0.12, sharpe_ratio: 1.5, beta: null };
  return { method: key, key, status: "optimal", weights: shares, metrics, risk_contributions: shares };
}
