import assert from "node:assert/strict";
import { type Browser, verifiedBrowser } from "../support/browser.ts";
import { CONSTRAINT_FAMILIES } from "../../src/optimization/constraints/mod.ts";
import type { DescribedField } from "../../src/http/described_fields.ts";
import { familiesInTable, ROWS_IN_TABLE } from "../support/capability_table.ts";
import { inRequests } from "../support/sent_methods.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { IS_FULL_RUN, partOf, testInTurn } from "../support/tier.ts";

type Fields = Readonly<Record<string, unknown>>;
interface Variant {
  readonly id: string;
  readonly parameters: readonly DescribedField[];
}

const RUN: Fields = {
  ...pricesBody(4, 100),
  benchmark: "ASSET0",
  starting_portfolio: { ASSET0: 0.5, ASSET1: 0.5 },
};

/** A valid constraint of each constraint family. A family added to the registry needs a line here. */
const RULES: Fields = {
  weight_bounds: { max: 1 },
  groups: { map: { ASSET0: "a", ASSET1: "a", ASSET2: "b", ASSET3: "b" }, rules: [{ group: "a", max: 1 }] },
  linear: [{ name: "one", coefficients: { ASSET0: 1 }, max: 1 }],
  budget: { min: 1, max: 1 },
  exposure: { gross_max: 1 },
  turnover: { max: 1 },
  transaction_costs: { bps: 10 },
  tracking_error: { max: 100 },
  risk_limits: [{ measure: "volatility", max: 100 }],
  min_return: -100,
  factor_exposure: { loadings: { ASSET0: { size: 1 } }, rules: [{ factor: "size", max: 1 }] },
  concentration: { min_effective_assets: 1 },
  cardinality: { max: 4 },
  min_position: 0.01,
  locked: ["ASSET0"],
};

/** Parameters of the methods that require some, for the tested requests. */
const REQUIRED: Readonly<Record<string, Fields>> = {
  efficient_risk: { target_volatility: 0.2 },
  efficient_return: { target_return: 0.1 },
};

/** Parameters that must be set for a tested parameter of a method to take effect, by method and tested parameter. */
const BESIDE: Readonly<Record<string, Fields>> = {
  "mean_risk confidence": { measure: "cvar" },
  "mean_risk risk_aversion": { objective: "max_utility" },
  "risk_parity confidence": { measure: "cvar" },
  "hrp confidence": { risk_measure: "cvar" },
  "herc confidence": { risk_measure: "cvar" },
  ...besideOwn("mean_risk", "measure"),
  ...besideOwn("hrp", "risk_measure"),
  ...besideOwn("herc", "risk_measure"),
};

Deno.test(
  testInTurn(
    "POST /jobs accepts a constraint family for each method that enforces it, and otherwise refuses the method by pointer",
    async () => {
      const service = await sharedService(QUEUED);
      const person = await verifiedBrowser(service);
      for (const family of partOf(CONSTRAINT_FAMILIES.ids)) {
        const constraints = { [family]: RULES[family] };
        const rows = ROWS_IN_TABLE.map((row) => {
          const [method, objective] = row.split(" ");
          const entry = { method, ...REQUIRED[method], ...objective === undefined ? {} : { objective }, constraints };
          return { row, entry, isEnforced: familiesInTable(row).includes(family) };
        });
        for (const some of inRequests(rows)) {
          const expected = some.flatMap(({ isEnforced }, i) => isEnforced ? [] : [`/methods/${i}`]);
          const told = await faultsOf(person, { ...RUN, methods: some.map(({ entry }) => entry) });
          assert.deepEqual(told.map(({ pointer }) => pointer), expected, family);
          for (const { detail } of told) assert.match(detail, new RegExp(`does not enforce the .* "${family}"`));
        }
        for (const some of inRequests(rows.filter(({ isEnforced }) => isEnforced))) {
          assert.deepEqual(await faultsOf(person, { ...RUN, methods: some.map(({ entry }) => entry) }), [], family);
        }
      }
    },
  ),
);

Deno.test("POST /jobs accepts each method parameter within its bounds and choices, and refuses one outside them or missing", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const { body: { methods } } = await person.send("GET", "/methods/requirements");
  const trials = methods.flatMap(({ id, parameters }: Variant) =>
    parameters.flatMap((field) =>
      trialsOf(field).map(({ value, isTaken }) => ({
        entry: { method: id, ...REQUIRED[id], ...BESIDE[`${id} ${field.name}`], [field.name]: value },
        pointer: field.name,
        isTaken,
      }))
    )
  );
  assert.ok(trials.length > 200, String(trials.length));
  for (const some of inRequests<typeof trials[number]>(partOf(trials))) {
    const expected = some.flatMap(({ pointer, isTaken }, i) => isTaken ? [] : [`/methods/${i}/${pointer}`]);
    const told = await faultsOf(person, { ...RUN, methods: some.map(({ entry }) => entry) });
    assert.deepEqual(told.map(({ pointer }) => pointer), expected);
  }
  for (const { id, parameters } of partOf(methods as Variant[])) {
    for (const { name } of parameters.filter(({ required }) => required)) {
      const told = await faultsOf(person, { ...RUN, methods: [id] });
      assert.deepEqual(told.map(({ pointer }) => pointer), [`/methods/0/${name}`]);
    }
  }
});

Deno.test("POST /jobs accepts each estimator parameter within its bounds, and refuses one outside them or missing", async () => {
  const service = await sharedService(QUEUED);
  const person = await verifiedBrowser(service);
  const { body: { estimators } } = await person.send("GET", "/methods/requirements");
  const assets = ["ASSET0", "ASSET1", "ASSET2", "ASSET3"];
  const given: Fields = {
    market_weights: Object.fromEntries(assets.map((asset) => [asset, 1])),
    values: Object.fromEntries(assets.map((asset) => [asset, 0.001])),
    assets,
    matrix: assets.map((_, i) => assets.map((_, j) => i === j ? 0.01 : 0)),
  };
  let tried = 0;
  for (const [field, list] of Object.entries<Variant[]>(estimators)) {
    for (const { id, parameters } of partOf(list)) {
      const needed = parameters.filter(({ required }) => required).map(({ name }) => name);
      const base = Object.fromEntries(needed.map((name) => [name, given[name]]));
      const faults = async (sent: Fields): Promise<readonly string[]> => {
        const told = await faultsOf(person, { ...RUN, methods: ["equal_weight"], [field]: { estimator: id, ...sent } });
        return told.map(({ pointer }) => pointer);
      };
      assert.deepEqual(await faults(base), [], id);
      for (const name of needed) {
        const { [name]: _left, ...rest } = base;
        assert.deepEqual(await faults(rest), [`/${field}/${name}`], id);
      }
      for (const parameter of parameters.filter(({ type }) => type === "number" || type === "integer")) {
        for (const { value, isTaken } of trialsOf(parameter)) {
          tried++;
          const pointers = isTaken ? [] : [`/${field}/${parameter.name}`];
          assert.deepEqual(await faults({ ...base, [parameter.name]: value }), pointers, `${id} ${value}`);
        }
      }
    }
  }
  if (IS_FULL_RUN) assert.ok(tried > 30, String(tried));
});

/** A body that contains every object of a submission, so that each field within one can be tested. */
const WHOLE: Fields = {
  ...RUN,
  methods: ["equal_weight"],
  efficient_frontier: { measure: "cvar" },
  allocation: { capital: 1e9 },
  rolling_backtest: { train_window: 20 },
  monte_carlo: { paths: 100, horizon: 10, model: "student_t" },
};

/** Fields that must be set for a tested field to take effect or to reach its own bound first, by the tested field. */
const WITH: Readonly<Record<string, Fields>> = {
  frequency: { rolling_backtest: undefined },
  history: { efficient_frontier: undefined },
  "moments.repair": {
    prices: undefined,
    benchmark: undefined,
    starting_portfolio: undefined,
    moments: { assets: ["A", "B"], expected_returns: [0.001, 0.002], covariance: [[0.04, 0.01], [0.01, 0.09]] },
    efficient_frontier: undefined,
    allocation: undefined,
    rolling_backtest: undefined,
    monte_carlo: undefined,
  },
  "efficient_frontier.order": { "efficient_frontier.measure": "even_moment" },
  "efficient_frontier.target": { "efficient_frontier.measure": "first_lower_partial_moment" },
  "efficient_frontier.kappa": { "efficient_frontier.measure": "rlvar_range" },
  "monte_carlo.block_length": { "monte_carlo.model": "block_bootstrap" },
  "monte_carlo.degrees_of_freedom": { "monte_carlo.model": "student_t" },
};

/**
 * Fields and values that the schema accepts but the tested run does not: longer windows than its history, less capital
 * than its cheapest lot, years of a history, and estimators that require parameters.
 */
const BEYOND_THE_RUN = new Set([
  "frequency yearly",
  "rolling_backtest.train_window 9999",
  "rolling_backtest.train_window 10000",
  "allocation.capital 1e-9",
  "expected_returns.estimator shrunk_equilibrium",
  "expected_returns.estimator black_litterman",
  "expected_returns.estimator given",
  "covariance.estimator given",
]);

Deno.test(
  testInTurn(
    "POST /jobs accepts each field of a submission within its bounds and choices, and refuses it outside them",
    async () => {
      const service = await sharedService(QUEUED);
      const person = await verifiedBrowser(service);
      const { body: { submission } } = await person.send("GET", "/methods/requirements");
      let tried = 0;
      for (const field of partOf(submission.fields as DescribedField[])) {
        if (field.name.includes("[]") || !["number", "integer", "string"].includes(field.type)) continue;
        const pointer = `/${field.name.replaceAll(".", "/")}`;
        for (const { value, isTaken } of trialsOf(field)) {
          if (BEYOND_THE_RUN.has(`${field.name} ${value}`)) {
            continue;
          }
          tried++;
          const sent = Object.entries({ ...WITH[field.name], [field.name]: value })
            .reduce((body, [name, one]) => withField(body, name.split("."), one), WHOLE);
          const told = await faultsOf(person, sent);
          const pointers = told.map((fault) => fault.pointer);
          assert.deepEqual(pointers, isTaken ? [] : [pointer], `${field.name} ${value}: ${JSON.stringify(told)}`);
        }
      }
      if (IS_FULL_RUN) assert.ok(tried > 60, String(tried));
    },
  ),
);

Deno.test(
  testInTurn(
    "POST /jobs accepts a submission at each published size limit, and refuses it beyond the limit",
    async () => {
      const service = await sharedService(QUEUED);
      const person = await verifiedBrowser(service);
      const { body: { submission: { limits } } } = await person.send("GET", "/methods/requirements");
      const pointersOf = async (body: Fields): Promise<readonly string[]> =>
        (await faultsOf(person, body)).map(({ pointer }) => pointer);

      const names = (count: number) => Array.from({ length: count }, (_, i) => `A${i}`);
      const market = (assets: number, rows: number): Fields => {
        const dates = Array.from({ length: rows }, (_, t) => new Date(Date.UTC(1980, 0, t)).toISOString().slice(0, 10));
        const returns = dates.map((_, t) => t % 2 === 0 ? 0.01 : -0.01);
        const series = Object.fromEntries(names(assets).map((name) => [name, returns]));
        return { returns: { dates, series }, methods: ["equal_weight"] };
      };
      assert.deepEqual(await pointersOf(market(limits.assets, 3)), []);
      assert.deepEqual(await pointersOf(market(limits.assets + 1, 3)), ["/returns/series"]);
      assert.deepEqual(await pointersOf(market(1, limits.rows)), []);
      assert.deepEqual(await pointersOf(market(1, limits.rows + 1)), ["/returns/dates"]);

      const methods = (count: number): Fields => ({ ...RUN, methods: Array(count).fill("equal_weight") });
      assert.deepEqual(await pointersOf(methods(limits.methods)), []);
      assert.deepEqual(await pointersOf(methods(limits.methods + 1)), ["/methods"]);
      const frontier = (points: number): Fields => ({ ...RUN, methods: ["hold"], efficient_frontier: { points } });
      assert.deepEqual(await pointersOf(frontier(limits.frontier_points)), []);
      assert.deepEqual(await pointersOf(frontier(limits.frontier_points + 1)), ["/efficient_frontier/points"]);

      const horizon = 1_000, paths = limits.paths_times_horizon / horizon;
      const simulation = (paths: number): Fields => ({ ...RUN, methods: ["hold"], monte_carlo: { paths, horizon } });
      assert.deepEqual(await pointersOf(simulation(paths)), []);
      assert.deepEqual(await pointersOf(simulation(paths + 1)), ["/monte_carlo/paths"]);

      const windows = 20, every = 2;
      const backtest = (rebalances: number): Fields => ({
        ...market(2, windows + every * rebalances / limits.methods),
        methods: Array(limits.methods).fill("equal_weight"),
        rolling_backtest: { train_window: windows, rebalance_every: every },
      });
      assert.deepEqual(await pointersOf(backtest(limits.rebalances)), []);
      assert.deepEqual(await pointersOf(backtest(limits.rebalances + limits.methods)), [
        "/rolling_backtest/rebalance_every",
      ]);
    },
  ),
);

interface Trial {
  readonly value: unknown;
  readonly isTaken: boolean;
}

/**
 * Test helper. Returns values of a request field to try, each with whether the service accepts it: the default, values
 * at and beyond the bounds, and the choices.
 */
function trialsOf(
  { type, min, max, exclusive_min, exclusive_max, choices, default: byDefault }: DescribedField,
): readonly Trial[] {
  const own = byDefault === null ? [] : [{ value: byDefault, isTaken: true }];
  if (choices !== null) {
    return [...own, ...choices.map((value) => ({ value, isTaken: true })), { value: "no such word", isTaken: false }];
  }
  if (type === "string") {
    return [
      ...min === null || min === 0 ? [] : [{ value: "x".repeat(min - 1), isTaken: false }],
      ...max === null ? [] : [{ value: "x".repeat(max + 1), isTaken: false }],
    ];
  }
  if (type !== "number" && type !== "integer") return [];
  const step = (bound: number): number => type === "integer" ? 1 : Math.max(Math.abs(bound), 1) * 1e-9;
  return [
    ...own,
    ...min === null ? [] : [
      { value: min, isTaken: !exclusive_min },
      { value: min - step(min), isTaken: false },
      { value: min + step(min), isTaken: true },
    ],
    ...max === null ? [] : [
      { value: max, isTaken: !exclusive_max },
      { value: max + step(max), isTaken: false },
      { value: max - step(max), isTaken: true },
    ],
    ...type === "integer" && min !== null ? [{ value: min + 0.5, isTaken: false }] : [],
    { value: "1", isTaken: false },
  ];
}

/**
 * Test helper. Returns the risk measures with which the parameters `order`, `target` and `kappa` of the given method
 * take effect. The method names its measure in the given field.
 */
function besideOwn(method: string, field: string): Readonly<Record<string, Fields>> {
  return {
    [`${method} order`]: { [field]: "even_moment" },
    [`${method} target`]: { [field]: "first_lower_partial_moment" },
    [`${method} kappa`]: { [field]: "rlvar_range" },
  };
}

function withField(body: Fields, [name, ...rest]: readonly string[], value: unknown): Fields {
  if (rest.length === 0) return { ...body, [name]: value };
  return { ...body, [name]: withField(Object(body[name]), rest, value) };
}

interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

/** Test helper. Submits a body and returns the faults of the refusal; none if the service accepts it. */
async function faultsOf(person: Browser, body: Fields): Promise<readonly Fault[]> {
  const { status, body: answer } = await person.send("POST", "/jobs", { body });
  if (status === 202) return [];
  assert.deepEqual([status, answer.code], [422, "validation_failed"], JSON.stringify(answer));
  return answer.errors;
}
