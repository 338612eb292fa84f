import assert from "node:assert/strict";
import { namesOf, problemOf, sampleMarketOf } from "../support/sample_problem.ts";
import { schemaFaults } from "../../src/faults/schema_faults.ts";
import { RISK_MEASURES } from "../../src/optimization/risk/mod.ts";
import { riskLimits } from "../../src/optimization/constraints/risk_limits.ts";

const CONTEXT = {
  assets: namesOf(2),
  hasStartingPortfolio: false,
  hasBenchmark: false,
  hasHistory: true,
  short: false,
};
const parse = (rules: unknown) => riskLimits.rules.parse(rules);

Deno.test("every risk measure that methods minimise can be limited, with its own parameters and their defaults", () => {
  for (const { id, parameters } of RISK_MEASURES) {
    const [limit] = parse([{ measure: id, max: 0.1 }]), { measure, max, ...own } = limit;
    assert.deepEqual({ measure, max }, { measure: id, max: 0.1 });
    assert.deepEqual(own, parameters.parse({}));
  }
});

Deno.test("an unknown measure, a parameter that the measure lacks and a value out of range are refused at their pointers", () => {
  const faults = (sent: unknown) => schemaFaults(riskLimits.rules, sent);
  const [unknown] = faults([{ measure: "cvr", max: 1 }]);
  assert.equal(unknown.pointer, "/0/measure");
  assert.match(unknown.detail, /^Cannot find measure "cvr" to limit: it must be one of volatility, /);
  const wrong = [{ measure: "mad", max: 1, confidence: 0.9 }, { measure: "cvar", max: 1, confidence: 1 }, { max: 1 }, {
    measure: "cvar",
  }];
  assert.deepEqual(faults(wrong).map(({ pointer }) => pointer), [
    "/0/confidence",
    "/1/confidence",
    "/2/measure",
    "/3/max",
  ]);
});

Deno.test("two limits on the same measure with the same parameters are refused at the second", () => {
  const rules = parse([{ measure: "cvar", max: 1 }, { measure: "cvar", confidence: 0.99, max: 1 }, {
    measure: "cvar",
    confidence: 0.95,
    max: 2,
  }]);
  assert.deepEqual(riskLimits.check?.(rules, CONTEXT), [{
    pointer: "/2",
    detail: "Cannot limit cvar of confidence 0.95 twice: leave one of them out",
  }]);
});

Deno.test("with moments alone only volatility can be limited", () => {
  const rules = parse([{ measure: "volatility", max: 1 }, { measure: "mad", max: 1 }]);
  assert.deepEqual(riskLimits.check?.(rules, { ...CONTEXT, hasHistory: false }), [{
    pointer: "/1/measure",
    detail: "Cannot limit mad without a history: moments are not enough",
  }]);
});

Deno.test("a risk limit is named by its measure, and by its confidence where several limits share the measure", () => {
  const rules = parse([{ measure: "cvar", max: 1 }, { measure: "cvar", confidence: 0.99, max: 1 }, {
    measure: "mad",
    max: 1,
  }]);
  const problem = problemOf(sampleMarketOf(2));
  const values = riskLimits.evaluate(Float64Array.of(0.5, 0.5), rules, problem);
  assert.deepEqual(values.map(({ rule }) => rule), ["cvar_0.95", "cvar_0.99", "mad"]);
  assert.deepEqual(values.map(({ rule }) => riskLimits.pointerOf?.(rule ?? "", rules)), ["/0", "/1", "/2"]);
  assert.deepEqual(riskLimits.evaluate(Float64Array.of(0.5, 0.5), rules.slice(1), problem).map(({ rule }) => rule), [
    "cvar",
    "mad",
  ]);
});

Deno.test("a limit on volatility is annual, one on mean absolute deviation per period", () => {
  const problem = problemOf(sampleMarketOf(2)), { covariance: { data } } = problem;
  const [volatility, mad] = riskLimits.evaluate(
    Float64Array.of(1, 0),
    parse([{ measure: "volatility", max: 1 }, { measure: "mad", max: 1 }]),
    problem,
  );
  assert.ok(Math.abs(volatility.value - Math.sqrt(52 * data[0])) < 1e-14);
  assert.ok(mad.value < Math.sqrt(data[0]));
});
