import assert from "node:assert/strict";
import {
  body,
  MOMENTS,
  PRICES,
  pricesOf,
  refusal,
  type RefusedBody,
  testOfRefusedBodies,
  withoutInput,
} from "../../tests/support/refused_bodies.ts";
import { parseRequest } from "./run_request.ts";

/** Bodies that are refused for their fields as a whole, or for what stands beside history, methods and rules. */
const REFUSED: readonly RefusedBody[] = [
  ["a body that is no object", [1], "", /JSON object/],
  ["an unknown field", body({ metods: 1 }), "/metods", /"metods", did you mean "methods"/],
  ["no input", withoutInput({}), "", /one of stocks, funds, prices, returns, moments and scenarios/],
  ["an empty name", body({ name: "" }), "/name", /at least 1/],
  ["a name of 121 characters", body({ name: "x".repeat(121) }), "/name", /at most 120/],
  ["a text for the risk-free rate", body({ risk_free_rate: "5 %" }), "/risk_free_rate", /"5 %"/],
  ["501 frontier points", body({ efficient_frontier: { points: 501 } }), "/efficient_frontier/points", /at most 500/],
  [
    "a frontier of an unknown measure",
    body({ efficient_frontier: { measure: "volatilty" } }),
    "/efficient_frontier/measure",
    /did you mean "volatility"/,
  ],
  [
    "a confidence of a frontier whose measure has none",
    body({ efficient_frontier: { measure: "mad", confidence: 0.9 } }),
    "/efficient_frontier/confidence",
    /"confidence" with the measure mad/,
  ],
  [
    "a confidence of 1 of a frontier",
    body({ efficient_frontier: { measure: "cvar", confidence: 1 } }),
    "/efficient_frontier/confidence",
    /for "confidence": it must be at most 0\.999999$/,
  ],
  [
    "a frontier from moments of a measure that needs a history",
    withoutInput({
      moments: { assets: ["A", "B"], expected_returns: [0.1, 0.2], covariance: [[1, 0], [0, 1]] },
      methods: ["min_volatility"],
      efficient_frontier: { measure: "cvar" },
    }),
    "/efficient_frontier/measure",
    /cvar from moments/,
  ],
  [
    "an unknown word for the statistics of assets",
    body({ asset_statistics: "some" }),
    "/asset_statistics",
    /^Cannot take "some" for "asset_statistics": it must be one of standard, all$/,
  ],
  ["a seed that is not a whole number", body({ seed: 1.5 }), "/seed", /whole number/],
  [
    "a weight beyond the largest number",
    body({ starting_portfolio: { A: 1e308 } }),
    "/starting_portfolio/A",
    /at most/,
  ],
  ["a risk-free rate beyond the largest number", body({ risk_free_rate: 1e16 }), "/risk_free_rate", /at most/],
  [
    "a benchmark that is a number",
    body({ benchmark: 5 }),
    "/benchmark",
    /Cannot take 5 for "benchmark": the name of an asset.*weights.*prices/,
  ],
  ["a benchmark that is not an asset of the run", body({ benchmark: "NIFTY50" }), "/benchmark", /"NIFTY50"/],
  ["an unknown asset in the benchmark", body({ benchmark: { weights: { Z: 1 } } }), "/benchmark/weights/Z", /"Z"/],
  ["a benchmark of too few prices", body({ benchmark: { prices: [1, 2] } }), "/benchmark/prices", /2 prices/],
  [
    "a price of the benchmark below 0",
    body({ benchmark: { prices: [1, -2, 1, 1] } }),
    "/benchmark/prices/1",
    /above 0/,
  ],
  [
    "a benchmark price that is a text",
    body({ benchmark: { prices: [1, "2", 1, 1] } }),
    "/benchmark/prices/1",
    /"2"/,
  ],
  [
    "a weight of the starting portfolio that is a text",
    body({ starting_portfolio: { A: "1" } }),
    "/starting_portfolio/A",
    /"1"/,
  ],
  ["stocks beside prices", body({ stocks: [] }), "/stocks", /at least 1/],
  ["an allocation that is a list", body({ allocation: [] }), "/allocation", /allocation/],
  ["a capital of 0", body({ allocation: { capital: 0 } }), "/allocation/capital", /above 0/],
  ["a negative capital", body({ allocation: { capital: -5 } }), "/allocation/capital", /above 0/],
  ["a capital above the largest", body({ allocation: { capital: 1e15 } }), "/allocation/capital", /at most/],
  [
    "a capital below one lot",
    body({ allocation: { capital: 0.01 } }),
    "/allocation/capital",
    /give at least 1.1, the price of the cheapest lot/,
  ],
  ["a lot of 0", body({ allocation: { capital: 1e4, lots: { A: 0 } } }), "/allocation/lots/A", /more than 0/],
  ["a lot of an unknown asset", body({ allocation: { capital: 1e4, lots: { Z: 1 } } }), "/allocation/lots/Z", /"Z"/],
  [
    "a lot of less than a thousandth",
    body({ allocation: { capital: 1e4, lots: { A: 0.0001 } } }),
    "/allocation/lots/A",
    /thousandths/,
  ],
  [
    "an allocation by returns",
    withoutInput({
      returns: { dates: ["2024-01-01"], series: { A: [0.1] } },
      methods: ["equal_weight"],
      allocation: { capital: 1e4 },
    }),
    "/allocation",
    /returns, which have no prices/,
  ],
];

testOfRefusedBodies(REFUSED);

Deno.test("defaults of a measure's parameters and of risk aversion are filled in only where they take effect", () => {
  const configOf = (fields: Readonly<Record<string, unknown>>): unknown => {
    const [choice] = parseRequest(body({ methods: [{ method: "mean_risk", ...fields }] })).methods;
    return choice.parameters;
  };
  assert.deepEqual(configOf({ measure: "cvar" }), { objective: "min_risk", measure: "cvar", confidence: 0.95 });
  assert.deepEqual(configOf({ measure: "mad", objective: "max_utility" }), {
    objective: "max_utility",
    measure: "mad",
    risk_aversion: 1,
  });
});

Deno.test("a request is refused with all its structural faults at once", () => {
  const { faults } = refusal(body({
    foo: 1,
    methods: ["min_var", { method: "min_cvar", confidence: 2 }],
    constraints: { nothing: 1, budget: { max: "1" } },
    covariance: { estimator: "sampel" },
    prices: { dates: [1], series: { A: ["x"] } },
  }));
  assert.deepEqual(faults.map(({ pointer }) => pointer).sort(), [
    "/constraints/budget/max",
    "/constraints/nothing",
    "/covariance/estimator",
    "/foo",
    "/methods/0",
    "/methods/1/confidence",
    "/prices/dates/0",
    "/prices/series/A/0",
  ]);
});

Deno.test("a request is refused with all faults in the parameters of its methods at once", () => {
  const methods = [
    { method: "efficient_return" },
    { method: "herc", clusters: 9 },
    { method: "risk_parity", budgets: { A: 0.5, Z: 0.5 } },
    "min_volatility",
    { method: "efficient_risk", target_volatility: -1 },
  ];
  const pointersOf = (fields: Readonly<Record<string, unknown>>) =>
    refusal(body({ methods, ...fields })).faults.map(({ pointer }) => pointer);
  const ofShape = ["/methods/0/target_return", "/methods/4/target_volatility"];
  assert.deepEqual(pointersOf({}), [
    ...ofShape,
    "/methods/1/clusters",
    "/methods/2/budgets/Z",
    "/methods/2/budgets",
  ]);
  // In this test the constraints of the request also have a fault, so faults in the methods' parameters are not
  // looked for.
  assert.deepEqual(pointersOf({ constraints: { nothing: 1 } }), [...ofShape, "/constraints/nothing"]);
});

Deno.test("a history of more assets or rows than a run takes is refused before its values are read", () => {
  const wide = Object.fromEntries(Array.from({ length: 5_001 }, (_, i) => [`A${i}`, [1]]));
  assert.deepEqual(refusal(pricesOf(wide, ["2024-01-01"])).faults.map(({ pointer }) => pointer), ["/prices/series"]);
  const long = Array.from({ length: 10_001 }, () => "2024-01-01");
  assert.deepEqual(refusal(pricesOf({ A: [] }, long)).faults.map(({ pointer }) => pointer), ["/prices/dates"]);
});

Deno.test("a refusal lists a hundred faults and counts the rest", () => {
  const series = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`A${i}`, [0]]));
  const { faults } = refusal(pricesOf(series, ["2024-01-01"]));
  assert.equal(faults.length, 101);
  assert.match(faults[100].detail, /150 more/);
});

Deno.test("many days, prices and prices of a benchmark with the same fault are one fault each, with three places", () => {
  const days = Array.from({ length: 30 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10));
  const told = (sent: Readonly<Record<string, unknown>>) =>
    refusal(sent).faults.map(({ pointer, detail }) => [pointer, detail]);
  const never = days.map(() => "never");
  assert.deepEqual(told(pricesOf({ A: never.map(() => 1) }, never)), [[
    "/prices/dates/0",
    'Cannot read "never" as a date: a day as YYYY-MM-DD is needed; 30 such faults, first at row 0, row 1 and row 2',
  ]]);
  const some = days.map((_, i) => i % 5 === 3 ? -1 : 10 + i % 4), good = days.map((_, i) => 20 + i % 3);
  const places = "6 such faults, first at 2024-01-04, 2024-01-09 and 2024-01-14";
  assert.deepEqual(told(pricesOf({ A: some, B: good }, days)), [[
    "/prices/series/A/3",
    `Cannot use -1 of "A": a price must be above 0; ${places}`,
  ]]);
  assert.deepEqual(told({ ...pricesOf({ A: good, B: good }, days), benchmark: { prices: some } }), [[
    "/benchmark/prices/3",
    `Cannot use -1 of the benchmark: a price must be above 0; ${places}`,
  ]]);
});

Deno.test("a parsed request has every default filled in", () => {
  const { history, ...request } = parseRequest(body());
  assert.deepEqual(history?.table.dates, PRICES.dates);
  assert.deepEqual(Array.from(history?.table.values.data ?? []), [1, 2, 1.1, 2.1, 1.2, NaN, 1.1, 2.2]);
  assert.deepEqual(request, {
    listed: false,
    market: "CUSTOM",
    assets: ["A", "B"],
    frequency: "daily",
    historyUse: "common",
    benchmark: null,
    risk_free_rate: 0,
    methods: [{ method: "min_volatility", key: "min_volatility", parameters: {}, constraints: null }],
    expected_returns: { estimator: "historical_mean", parameters: {} },
    covariance: { estimator: "sample", parameters: {} },
    constraints: {},
    asset_statistics: "standard",
    seed: 0,
    doubts: "tell",
    estimates: "standard",
    doubtsOfRequest: [],
  });
});

Deno.test("dates of a history may have a time of midnight", () => {
  const dates = ["2024-01-01T00:00:00.000Z", "2024-01-02 00:00:00", "2024-01-03T00:00", "2024-01-04"];
  const { history } = parseRequest(body({ prices: { ...PRICES, dates } }));
  assert.deepEqual(history?.table.dates, PRICES.dates);
});

Deno.test("methods get their id as key, then id_2 and so on, or a key of their own", () => {
  const methods = ["min_cvar", "min_cvar", { method: "min_cvar", key: "tail" }, {
    method: "min_cvar",
    confidence: 0.9,
  }];
  const request = parseRequest(body({ methods }));
  assert.deepEqual(request.methods.map(({ key }) => key), ["min_cvar", "min_cvar_2", "tail", "min_cvar_3"]);
  assert.deepEqual(request.methods[3].parameters, { confidence: 0.9 });
  assert.deepEqual(request.methods[0].parameters, { confidence: 0.95 });
});

Deno.test("a method's own constraints replace constraints of the run that it does not enforce", () => {
  const methods = ["min_volatility", { method: "equal_weight", constraints: {} }];
  const request = parseRequest(body({ methods, constraints: { weight_bounds: { max: 0.6 } } }));
  assert.deepEqual(request.methods.map(({ constraints }) => constraints), [null, {}]);
});

Deno.test("a starting portfolio may hold assets outside the run", () => {
  const request = parseRequest(
    body({ starting_portfolio: { A: 0.5, GONE: 0.5 }, constraints: { turnover: { max: 1 } } }),
  );
  assert.deepEqual(request.starting_portfolio, { A: 0.5, GONE: 0.5 });
});

Deno.test("moments in a request are its estimates", () => {
  const request = parseRequest(withoutInput({ moments: MOMENTS }));
  assert.equal(request.history, null);
  assert.deepEqual(request.assets, ["A", "B"]);
  assert.deepEqual([request.expected_returns.estimator, request.covariance.estimator], ["given", "given"]);
});

Deno.test("a benchmark may be an asset, weights, or prices on the dates of the history", () => {
  assert.deepEqual(parseRequest(body({ benchmark: "A" })).benchmark, { kind: "asset", asset: "A" });
  assert.deepEqual(parseRequest(body({ benchmark: { weights: { A: 1 } } })).benchmark, {
    kind: "weights",
    weights: { A: 1 },
  });
  const prices = parseRequest(body({ benchmark: { prices: [1, null, 2, 3] } })).benchmark;
  assert.deepEqual(prices, { kind: "prices", prices: Float64Array.of(1, NaN, 2, 3) });
});

Deno.test("many returns below -1 are one fault, which says that they may be in percent, and few are told one by one", () => {
  const dates = Array.from({ length: 12 }, (_, t) => new Date(Date.UTC(2024, 0, 1 + t)).toISOString().slice(0, 10));
  const returnsWith = (below: number) => ({ dates, series: { A: dates.map((_, t) => t < below ? -1.24 : 0.5) } });
  const faultsOf = (below: number) => refusal({ returns: returnsWith(below), methods: ["equal_weight"] }).faults;
  assert.deepEqual(faultsOf(3).map(({ pointer }) => pointer), [0, 1, 2].map((row) => `/returns/series/A/${row}`));
  assert.deepEqual(faultsOf(6), [{
    pointer: "/returns/series/A/0",
    detail: 'Cannot use -1.24 of "A", on 2024-01-01, and 5 further returns below -1: a return is a fraction and at ' +
      "least -1; if they are in percent, divide them by 100",
  }]);
});
