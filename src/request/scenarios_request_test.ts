import assert from "node:assert/strict";
import { PRICES, refusal, type RefusedBody, testOfRefusedBodies } from "../../tests/support/refused_bodies.ts";
import { base64Of } from "../../tests/support/scenarios.ts";
import { METHODS } from "../optimization/methods/mod.ts";
import { RISK_MEASURES } from "../optimization/risk/mod.ts";
import { MOST_SCENARIOS } from "./parts/scenario_checks.ts";
import { parseRequest } from "./run_request.ts";

const ROWS: readonly (readonly number[])[] = [[0.01, -0.02], [0.03, 0], [-0.01, 0.02], [0, 0.01]];
const ASSETS = ["A", "B"];
const HALVES = [0.5, 0.25, 0.25, 0];

/** Test helper. Returns the body of a run on scenarios with some of their fields changed; undefined omits a field. */
function scenarios(changes: Record<string, unknown> = {}, fields: Record<string, unknown> = {}): unknown {
  return { scenarios: { assets: ASSETS, matrix: ROWS, ...changes }, methods: ["min_volatility"], ...fields };
}

/** Test helper. Returns the body of a run on scenarios in base64. */
function coded(base64: unknown, changes: Record<string, unknown> = {}): unknown {
  return scenarios({ matrix: undefined, base64, ...changes });
}

/** Test helper. Returns the rows with one number replaced. */
function replaced(row: number, column: number, value: unknown): readonly (readonly unknown[])[] {
  return ROWS.map((cells, i) => i === row ? cells.map((cell, j) => j === column ? value : cell) : cells);
}

function weighed(probabilities: unknown, fields: Record<string, unknown> = {}): unknown {
  return scenarios({ probabilities }, fields);
}

/** Test helper. Encodes all rows in base64, with the number of one row and column replaced by `value`. */
function codedWith(row: number, column: number, value: number): string {
  return base64Of(ROWS.map((cells, i) => i === row ? cells.map((cell, j) => j === column ? value : cell) : cells));
}

const ONE_TOO_MANY = Array.from({ length: MOST_SCENARIOS + 1 }, () => [0.01]);

const REFUSED: readonly RefusedBody[] = [
  ["scenarios that are null", { scenarios: null, methods: ["hrp"] }, "/scenarios", /an object of assets/],
  ["scenarios that are a list", { scenarios: [], methods: ["hrp"] }, "/scenarios", /an object of assets/],
  ["an unknown field of scenarios", scenarios({ dates: [] }), "/scenarios/dates", /"dates"/],
  ["scenarios without assets", scenarios({ assets: undefined }), "/scenarios/assets", /a list with a name/],
  ["no assets of scenarios", scenarios({ assets: [] }), "/scenarios/assets", /at least one name/],
  [
    "an asset of scenarios that is a number",
    scenarios({ assets: ["A", 7] }),
    "/scenarios/assets/1",
    /a text is needed/,
  ],
  ["the same asset of scenarios twice", scenarios({ assets: ["A", "A"] }), "/scenarios/assets/1", /"A" twice/],
  ["scenarios without numbers", scenarios({ matrix: undefined }), "/scenarios", /"matrix" or "base64" is needed/],
  ["a matrix beside base64", scenarios({ base64: base64Of(ROWS) }), "/scenarios/base64", /beside "matrix"/],
  ["a matrix that is a text", scenarios({ matrix: "0.1" }), "/scenarios/matrix", /a list with a row of numbers/],
  ["no scenario", scenarios({ matrix: [] }), "/scenarios/matrix", /at least one row/],
  ["a row that is too short", scenarios({ matrix: [...ROWS, [1]] }), "/scenarios/matrix/4", /1 numbers for 2 assets/],
  ["a row that is too long", scenarios({ matrix: [[0, 0, 0], ...ROWS] }), "/scenarios/matrix/0", /3 numbers for 2/],
  ["a row that is a number", scenarios({ matrix: [ROWS[0], 0.1] }), "/scenarios/matrix/1", /a list of 2 numbers/],
  ["NaN as a text", scenarios({ matrix: replaced(2, 1, "NaN") }), "/scenarios/matrix/2/1", /"NaN" in row 2 of "B"/],
  ["a null in a scenario", scenarios({ matrix: replaced(1, 0, null) }), "/scenarios/matrix/1/0", /null in row 1/],
  ["an infinite return", scenarios({ matrix: replaced(0, 1, 1e999) }), "/scenarios/matrix/0/1", /a finite number/],
  ["a return of a scenario below -1", scenarios({ matrix: replaced(0, 1, -2) }), "/scenarios/matrix/0/1", /by 100/],
  ["a return of a scenario above all", scenarios({ matrix: replaced(0, 1, 1e7) }), "/scenarios/matrix/0/1", /at most/],
  ["50,001 scenarios", scenarios({ assets: ["A"], matrix: ONE_TOO_MANY }), "/scenarios/matrix", /50001 scenarios/],
  ["50,001 scenarios in base64", coded(base64Of(ONE_TOO_MANY), { assets: ["A"] }), "/scenarios/base64", /50001/],
  ["base64 that is a number", coded(7), "/scenarios/base64", /as base64/],
  ["base64 of no byte", coded(""), "/scenarios/base64", /at least one row/],
  ["base64 of 7 bytes", coded(new Uint8Array(7).toBase64()), "/scenarios/base64", /7 bytes for 2 assets/],
  ["base64 that does not fit the assets", coded(new Uint8Array(24).toBase64()), "/scenarios/base64", /16 bytes/],
  ["a text that is no base64", coded("*not base64*"), "/scenarios/base64", /not base64/],
  ["base64 that ends too early", coded(base64Of(ROWS).slice(0, -1)), "/scenarios/base64", /not base64/],
  ["NaN as bits", coded(codedWith(3, 1, NaN)), "/scenarios/base64/3/1", /NaN in row 3 of "B": a finite/],
  ["infinity as bits", coded(codedWith(1, 0, -Infinity)), "/scenarios/base64/1/0", /-Infinity in row 1 of "A"/],
  ["probabilities that are a number", weighed(1), "/scenarios/probabilities", /a list with a number/],
  ["one probability too few", weighed([0.5, 0.5]), "/scenarios/probabilities", /2 probabilities for 4 scenarios/],
  ["one probability too many", weighed([...HALVES, 0]), "/scenarios/probabilities", /5 probabilities for 4/],
  ["a negative probability", weighed([0.6, 0.5, 0, -0.1]), "/scenarios/probabilities/3", /from 0 to 1/],
  ["a probability that is a text", weighed([0.5, 0.5, 0, "0"]), "/scenarios/probabilities/3", /from 0 to 1/],
  ["probabilities that sum to 0.9", weighed([0.5, 0.2, 0.2, 0]), "/scenarios/probabilities", /sum to 0.9/],
  ["scenarios beside prices", scenarios({}, { prices: PRICES }), "/scenarios", /beside "prices"/],
  ["a start date of scenarios", scenarios({}, { start_date: "2024-01-01" }), "/start_date", /they have no dates/],
  ["an end date of scenarios", scenarios({}, { end_date: "2024-01-01" }), "/end_date", /they have no dates/],
  ["partial periods of scenarios", scenarios({}, { partial_periods: "count" }), "/partial_periods", /no dates/],
  ["available scenarios", scenarios({}, { history: "available" }), "/history", /scenarios: they have no dates/],
  ["a backtest of scenarios", scenarios({}, { rolling_backtest: {} }), "/rolling_backtest", /with dates/],
  ["an allocation of scenarios", scenarios({}, { allocation: { capital: 1e6 } }), "/allocation", /by scenarios/],
  ["a benchmark of scenarios by prices", scenarios({}, { benchmark: { prices: [1] } }), "/benchmark", /no dates/],
  ["a benchmark of scenarios by index", scenarios({}, { benchmark: "NIFTY50" }), "/benchmark", /no dates for an index/],
  ["currencies of scenarios", scenarios({}, { currencies: { A: "USD" }, base_currency: "INR" }), "/currencies", /own/],
  ["decay over scenarios", scenarios({}, { covariance: { estimator: "ewma" } }), "/covariance", /order of their dates/],
  [
    "factors with dates",
    scenarios({}, {
      covariance: {
        estimator: "factor_model",
        factors: { dates: ["2024-01-01", "2024-01-02", "2024-01-03"], series: { F: [0.1, 0.2, 0] } },
      },
    }),
    "/covariance/factors",
    /scenarios, which have no dates/,
  ],
  [
    "a limit on drawdowns of scenarios",
    scenarios({}, { constraints: { risk_limits: [{ measure: "max_drawdown", max: 0.2 }] } }),
    "/constraints/risk_limits/0/measure",
    /order of their dates/,
  ],
  [
    "a frontier of drawdowns of scenarios",
    scenarios({}, { efficient_frontier: { measure: "cdar" } }),
    "/efficient_frontier/measure",
    /order of their dates/,
  ],
  ...["block_bootstrap", "stationary_bootstrap", "filtered_historical"].map((model): RefusedBody => [
    `paths of scenarios by ${model}`,
    scenarios({}, { monte_carlo: { model } }),
    "/monte_carlo/model",
    /order of their dates/,
  ]),
  ...["bootstrap", "student_t"].map((model): RefusedBody => [
    `paths of weighted scenarios by ${model}`,
    weighed(HALVES, { monte_carlo: { model } }),
    "/monte_carlo/model",
    /cannot weigh scenarios/,
  ]),
  [
    "a limit that cannot weigh scenarios",
    weighed(HALVES, { constraints: { risk_limits: [{ measure: "evar", max: 0.2 }] } }),
    "/constraints/risk_limits/0/measure",
    /cannot weigh scenarios/,
  ],
  [
    "a frontier that cannot weigh scenarios",
    weighed(HALVES, { efficient_frontier: { measure: "gini" } }),
    "/efficient_frontier/measure",
    /cannot weigh scenarios/,
  ],
  [
    "an estimator that cannot weigh scenarios",
    weighed(HALVES, { covariance: { estimator: "ledoit_wolf" } }),
    "/covariance",
    /"ledoit_wolf": it cannot weigh scenarios/,
  ],
];

testOfRefusedBodies(REFUSED);

function moments(): unknown {
  return { assets: ASSETS, expected_returns: [0, 0], covariance: [[1, 0], [0, 1]] };
}

Deno.test("scenarios beside moments are refused once", () => {
  const { code, faults } = refusal(scenarios({}, { moments: moments() }));
  assert.deepEqual([code, faults.map(({ pointer }) => pointer)], ["validation_failed", ["/moments"]]);
});

Deno.test("many faults of one kind in scenarios are one, which names the first", () => {
  const { faults } = refusal(scenarios({ matrix: ROWS.map((cells) => cells.map((cell) => 100 * cell - 50)) }));
  assert.deepEqual(faults.map(({ pointer }) => pointer), ["/scenarios/matrix/0/0"]);
  assert.match(faults[0]?.detail ?? "", /8 such faults/);
});

for (const { id, needs, parameters } of METHODS) {
  const sent = parameters.safeParse({});
  if (!sent.success) continue;
  const { dates, equalRows } = needs(sent.data);
  if (dates) {
    Deno.test(`${id} is refused with scenarios, because it needs dates`, () => {
      const { faults: [first] } = refusal(scenarios({}, { methods: [id] }));
      assert.equal(first?.pointer, "/methods/0");
      assert.match(first?.detail ?? "", new RegExp(`"${id}".*order of their dates`));
    });
  } else if (equalRows) {
    Deno.test(`${id} is refused with scenarios that are not equally likely, because it cannot weigh them`, () => {
      const { faults } = refusal(weighed(HALVES, { methods: [id], benchmark: "A", starting_portfolio: { A: 1 } }));
      assert.deepEqual(faults.map(({ pointer }) => pointer), ["/methods/0"]);
      assert.match(faults[0]?.detail ?? "", new RegExp(`"${id}".*cannot weigh scenarios`));
    });
  }
}

Deno.test("every measure of drawdowns needs dates, and every other one takes scenarios", () => {
  const dated = [...RISK_MEASURES].filter(({ isOfHistory }) => isOfHistory).map(({ id }) => id);
  for (const id of RISK_MEASURES.ids) {
    const request = scenarios({}, { methods: [{ method: "mean_risk", measure: id }] });
    if (!dated.includes(id)) parseRequest(request);
    else {assert.match(
        refusal(request).faults[0]?.detail ?? "",
        /"mean_risk": it.* needs returns in the order of their dates/,
      );}
  }
});

Deno.test("scenarios are daily where nothing says how long they are, and that is told", () => {
  const told = (fields: Record<string, unknown>): readonly unknown[] =>
    parseRequest(scenarios({}, fields)).doubtsOfRequest.map(({ code, severity }) => [code, severity]);
  assert.deepEqual(told({}), [["scenario_length", "note"]]);
  for (const fields of [{ frequency: "yearly" }, { frequency: "monthly" }, { periods_per_year: 252 }]) {
    assert.deepEqual(told(fields), []);
  }
});

Deno.test("scenarios of probability 0 are left out, and probabilities within 1e-6 of a sum of 1 are scaled to it", () => {
  const { history } = parseRequest(weighed([0.5, 0, 0.2, 0.3 + 5e-7]));
  assert.deepEqual(Array.from(history?.table.values.data ?? []), [0.01, -0.02, -0.01, 0.02, 0, 0.01]);
  const sum = history?.table.probabilities?.reduce((all, one) => all + one, 0) ?? NaN;
  assert(Math.abs(sum - 1) < 1e-15);
});

Deno.test("probabilities that are equal but for those that are 0 are none", () => {
  assert.equal(parseRequest(weighed([0.5, 0, 0.5, 0])).history?.table.probabilities, undefined);
});
