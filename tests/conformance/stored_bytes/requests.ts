import { enforcesAll, inRequests, type SentMethod, sentMethods } from "../../support/sent_methods.ts";

type Body = Readonly<Record<string, unknown>>;

const DATES = Array.from({ length: 160 }, (_, row) => new Date(Date.UTC(2023, 0, 2 + row)).toISOString().slice(0, 10));
const INDIAN = ["NSE:EXLOTUS", "NSE:EXBANYAN", "NSE:EXMANGO", "NSE:EXGINGER", "NSE:EXGRANITE", "NSE:EXCLOUD"];
const SECTORS = {
  ...Object.fromEntries(INDIAN.map((asset) => [asset, "other"])),
  [INDIAN[0]]: "banks",
  [INDIAN[1]]: "banks",
};
const FUNDS = [900_001, 900_003, 900_005, 900_013];

/**
 * Test helper. Returns a price series from integers and exact divisions only, so every machine computes the same bytes.
 */
function prices(asset: number, rows: number = DATES.length): number[] {
  return Array.from(
    { length: rows },
    (_, row) => 100 + (row * (7 * asset + 3)) % 11 + (row * row * (asset + 2)) % 7 / 8 + row * (asset + 1) / 64,
  );
}

function returns(asset: number): (number | null)[] {
  return Array.from(
    { length: DATES.length },
    (_, row) => row % 41 === asset ? null : ((row * (11 * asset + 5)) % 23 - 10) / 1_024,
  );
}

function stocks(assets: readonly string[]): readonly Body[] {
  return assets.map((asset) => ({
    exchange: asset.slice(0, asset.indexOf(":")),
    ticker: asset.slice(asset.indexOf(":") + 1),
  }));
}

/**
 * Ids of the optimisation methods in the runs whose stored documents are recorded. A new method need not be added here,
 * because `tests/jobs/same_bytes_test.ts` covers every registered method.
 */
const RECORDED_METHODS = new Set(
  `equal_weight inverse_volatility hold min_volatility max_sharpe max_return max_quadratic_utility efficient_risk
  efficient_return critical_line max_diversification max_decorrelation kelly risk_parity min_semideviation min_mad
  min_gini min_cvar min_evar min_worst_realization min_average_drawdown min_max_drawdown min_cdar min_edar
  min_ulcer_index max_sortino max_omega max_return_cvar max_return_evar max_calmar max_return_cdar max_martin mean_risk
  hrp herc nco schur robust_mean_variance dr_cvar min_tracking_error max_information_ratio`.split(/\s+/),
);

/**
 * Returns the methods of `RECORDED_METHODS` as entries of the field `methods` of a request, with parameters where a
 * method needs some.
 */
function recordedMethods(): readonly SentMethod[] {
  return sentMethods(PARAMETERS, ({ id }) => RECORDED_METHODS.has(id));
}

const PARAMETERS = { max_quadratic_utility: { risk_aversion: 3 }, min_cvar: { confidence: 0.9 } };

const STOCKS = { stocks: stocks(INDIAN), start_date: "2022-01-01", risk_free_rate: 0.05 };

const RULES = {
  weight_bounds: { max: 0.5, assets: { [INDIAN[3]]: { min: 0.05, max: 0.3 } } },
  groups: [
    { name: "sector", map: SECTORS, rules: [{ group: "banks", min: 0.1, max: 0.4 }] },
    { name: "size", map: { [INDIAN[2]]: "large", [INDIAN[4]]: "large" }, rules: [{ group: "large", max: 0.6 }] },
  ],
  linear: [{ name: "tilt", coefficients: { [INDIAN[0]]: 1, [INDIAN[5]]: -0.5 }, min: -0.1, max: 0.2 }],
  budget: { min: 0.9, max: 1 },
  exposure: { gross_max: 1 },
  turnover: { max: 0.6 },
  min_return: -0.5,
  locked: [INDIAN[1]],
};

/**
 * Returns request bodies that together contain the given methods, each with as many methods as one request allows.
 * Their names are the given name with a number, from 1.
 */
function inParts(name: string, methods: readonly SentMethod[], body: Body): Record<string, Body> {
  return Object.fromEntries(inRequests(methods).map((some, i) => [`${name}, ${i + 1}`, { ...body, methods: some }]));
}

/**
 * Bodies of POST /jobs whose runs succeed. Together they cover the recorded methods, the rules of `RULES`, short
 * selling, several estimators, efficient frontiers, a backtest, a simulation, and all forms of input: stocks, funds,
 * prices, returns and moments.
 */
const SUCCEEDED: Readonly<Record<string, Body>> = {
  ...inParts("every method", recordedMethods(), {
    ...STOCKS,
    name: "Every method",
    benchmark: "NIFTY50",
    starting_portfolio: { [INDIAN[0]]: 0.5, [INDIAN[1]]: 0.3, "NSE:EXNEEM": 0.2 },
    efficient_frontier: { points: 12 },
    seed: 5,
  }),
  ...inParts("every rule", recordedMethods().filter((sent) => enforcesAll(Object.keys(RULES), sent)), {
    ...STOCKS,
    benchmark: "NIFTY50",
    starting_portfolio: { [INDIAN[0]]: 0.4, [INDIAN[1]]: 0.2, [INDIAN[2]]: 0.2, "NSE:EXNEEM": 0.2 },
    constraints: RULES,
    covariance: { estimator: "ledoit_wolf" },
    efficient_frontier: { points: 6 },
  }),
  "short selling": {
    ...STOCKS,
    methods: [
      "min_volatility",
      "max_sharpe",
      { method: "max_quadratic_utility", risk_aversion: 5 },
      "min_mad",
      "min_cvar",
    ],
    constraints: {
      exposure: { short: true, gross_max: 1.6, long_max: 1.3, short_max: 0.3 },
      weight_bounds: { min: -0.2, max: 0.6 },
    },
    efficient_frontier: { points: 5 },
  },
  "rules of each method": {
    ...STOCKS,
    end_date: "2023-06-30",
    methods: [
      "equal_weight",
      { method: "min_volatility", key: "capped", constraints: { weight_bounds: { max: 0.2 } } },
      { method: "min_volatility", constraints: {} },
      { method: "min_volatility" },
      { method: "max_return", key: "two assets", constraints: { weight_bounds: { max: 0.5 } } },
      { method: "min_cvar", key: "never", constraints: { min_return: 90 } },
      { method: "efficient_return", key: "far", target_return: 900 },
    ],
  },
  "moments": {
    moments: {
      assets: ["A", "B", "C"],
      expected_returns: [0.001, 0.002, -0.0005],
      covariance: [[0.01, 0.002, 0], [0.002, 0.02, -0.004], [0, -0.004, 0.03]],
    },
    benchmark: { weights: { A: 0.5, B: 0.5 } },
    frequency: "weekly",
    methods: [{ method: "inverse_volatility", constraints: {} }, "min_volatility", "max_sharpe", "max_return"],
    constraints: { groups: { map: { A: "a", B: "a" }, rules: [{ group: "a", max: 0.8 }] } },
    efficient_frontier: { points: 4 },
  },
  "returns of the caller": {
    returns: { dates: DATES, series: { A: returns(0), B: returns(1), C: returns(2), D: returns(3) } },
    benchmark: { prices: prices(4, DATES.length + 1) },
    frequency: "weekly",
    expected_returns: { estimator: "ewma", decay: 0.9 },
    covariance: { estimator: "ewma", decay: 0.97 },
    methods: ["min_volatility", "min_semideviation", "max_sharpe"],
    efficient_frontier: {},
  },
  "gaps and odd names": {
    prices: {
      dates: DATES,
      series: {
        "=SUM(A1)": prices(0).map((price, row) => row < 9 ? null : price),
        'a "quoted", <b>name</b> & more': prices(1).map((price, row) => row % 29 > 26 ? null : price),
        "Ünïcode\u2028/~": prices(2).map((price, row) => row > 150 || (row > 60 && row < 70) ? null : price),
        "constant": DATES.map(() => 50),
      },
    },
    benchmark: "constant",
    methods: ["equal_weight", { method: "min_volatility", key: "+key" }],
  },
  "US stocks by the month": {
    stocks: stocks(["US:EXMAPLE", "US:EXHERON", "US:EXPRAIRIE", "US:EXBIRCH"]),
    frequency: "monthly",
    start_date: "2018-01-01",
    end_date: "2023-12-29",
    benchmark: { weights: { "US:EXMAPLE": 0.5, "US:EXHERON": 0.25 } },
    covariance: { estimator: "ledoit_wolf" },
    methods: ["min_volatility", "max_sharpe", "min_cvar"],
  },
  "funds and estimates of the caller": {
    funds: FUNDS.map((scheme_code) => ({ scheme_code })),
    start_date: "2021-01-01",
    benchmark: "SENSEX",
    expected_returns: {
      estimator: "given",
      values: Object.fromEntries(FUNDS.map((code, i) => [`MF:${code}`, (i + 1) / 4_096])),
    },
    covariance: {
      estimator: "given",
      assets: FUNDS.map((code) => `MF:${code}`),
      matrix: FUNDS.map((_, i) => FUNDS.map((_, j) => (i === j ? i + 2 : 0.5) / 16_384)),
    },
    methods: ["max_sharpe", "max_return", "min_volatility"],
    efficient_frontier: { points: 8 },
  },
  "a backtest and a simulation": {
    ...STOCKS,
    benchmark: "NIFTY50",
    methods: ["equal_weight", "min_volatility", { method: "min_cvar", key: "tail", constraints: {} }],
    rolling_backtest: {
      name: "Walk",
      train_window: 120,
      rebalance_every: 63,
      cost_bps: 10,
      slippage_bps: 5,
      initial_capital: 100_000,
    },
    monte_carlo: { name: "Then", method: "tail", paths: 300, horizon: 24, goal: 1.2 },
    seed: 11,
  },
  "an expanding backtest without drift": {
    prices: { dates: DATES, series: { A: prices(0), B: prices(1), C: prices(2) } },
    benchmark: "A",
    methods: ["equal_weight", "max_sharpe"],
    constraints: {},
    rolling_backtest: {
      train_window: 40,
      rebalance_every: 20,
      expanding: true,
      drift: false,
      benchmark: { weights: { A: 0.5, C: 0.5 } },
      methods: ["max_sharpe", { method: "min_mad", constraints: { weight_bounds: { max: 0.7 } } }],
    },
  },
};

/** Bodies of POST /jobs that the service accepts, but whose runs then fail. */
const FAILED: Readonly<Record<string, Body>> = {
  "no method has an answer": { ...STOCKS, methods: [{ method: "efficient_return", target_return: 900 }] },
  "rules that no return can meet": {
    ...STOCKS,
    methods: ["min_volatility", "max_sharpe"],
    constraints: { min_return: 50, weight_bounds: { max: 0.5 } },
  },
  "a history that is too short": { ...STOCKS, start_date: "2024-12-31", methods: ["min_volatility"] },
  "a window that is too long": { ...STOCKS, methods: ["min_volatility"], rolling_backtest: { train_window: 5_000 } },
  "too many rebalances": {
    ...STOCKS,
    start_date: "2010-01-01",
    methods: ["equal_weight", "inverse_volatility", "min_volatility", "max_sharpe", "min_mad"],
    rolling_backtest: { train_window: 20, rebalance_every: 1 },
  },
};

/** A request for a simulation or a backtest of a finished run. */
export interface JobOfRunRequest {
  /** Name of the run request, in `RUN_REQUESTS`, whose run is simulated or backtested. */
  readonly of: string;
  readonly kind: "monte_carlo" | "backtest";
  readonly body: Body;
}

const SIMULATION = { method: "min_volatility", paths: 300, horizon: 24, seed: 3 };

/**
 * Requests for simulations by each simulation model, and for backtests, of finished runs, by name. A test records the
 * documents that these jobs store.
 */
export const JOB_OF_RUN_REQUESTS: Readonly<Record<string, JobOfRunRequest>> = {
  "gaussian": simulation({ rebalance: 0, contribution: 0.02, withdrawal: 0.01, inflation: 0.03, goal: 1.3 }),
  "student_t": simulation({ model: "student_t", degrees_of_freedom: 5, confidence: 0.9 }),
  "student_t that is fitted": simulation({ model: "student_t", rebalance: 6 }),
  "bootstrap": simulation({ model: "bootstrap", initial_value: 100_000, name: "By chance" }),
  "block_bootstrap": simulation({ model: "block_bootstrap", block_length: 10 }),
  "stationary_bootstrap": simulation({ model: "stationary_bootstrap", rebalance: 12 }),
  "filtered_historical": simulation({ model: "filtered_historical", method: null }),
  "gaussian of moments": { of: "moments", kind: "monte_carlo", body: { paths: 200, horizon: 12 } },
  "backtest of two methods": {
    of: "every method, 1",
    kind: "backtest",
    body: { name: "Alone", train_window: 150, rebalance_every: 120, cost_bps: 20, methods: ["hold", "min_volatility"] },
  },
  "backtest without a benchmark": {
    of: "returns of the caller",
    kind: "backtest",
    body: { train_window: 8, rebalance_every: 4, benchmark: null, expanding: true },
  },
};

function simulation(body: Body): JobOfRunRequest {
  return { of: "every method, 1", kind: "monte_carlo", body: { ...SIMULATION, ...body } };
}

/** All bodies of POST /jobs whose stored documents are recorded, by name. */
export const RUN_REQUESTS: Readonly<Record<string, Body>> = { ...SUCCEEDED, ...FAILED };
