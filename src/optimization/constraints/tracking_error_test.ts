import assert from "node:assert/strict";
import { marketOfMoments, namesOf, problemOf } from "../../../tests/support/sample_problem.ts";
import { trackingError } from "./tracking_error.ts";

const CONTEXT = { assets: namesOf(2), hasStartingPortfolio: false, hasHistory: true, short: false };
const market = marketOfMoments([0.01, 0.002], [[4e-4, 1e-4], [1e-4, 1e-4]]);

Deno.test("a limit on tracking error requires a benchmark", () => {
  assert.deepEqual(trackingError.check?.({ max: 0.1 }, { ...CONTEXT, hasBenchmark: false }), [{
    pointer: "",
    detail: "Cannot limit the tracking error without a benchmark: send one",
  }]);
  assert.deepEqual(trackingError.check?.({ max: 0.1 }, { ...CONTEXT, hasBenchmark: true }), []);
});

Deno.test("a limit on tracking error below 0 or of another type is refused by the schema", () => {
  for (const max of [-0.01, NaN, "0.1", null]) assert.ok(!trackingError.rules.safeParse({ max }).success, String(max));
});

Deno.test("the tracking error against benchmark weights is annual and computed from the covariance", () => {
  const problem = problemOf(market, { benchmark: { kind: "weights", weights: Float64Array.of(0.5, 0.5) } });
  const [{ value }] = trackingError.evaluate(Float64Array.of(0.7, 0.3), { max: 1 }, problem);
  assert.ok(Math.abs(value - Math.sqrt(52 * 0.04 * (4e-4 - 2e-4 + 1e-4))) < 1e-15);
});

Deno.test("the tracking error against a benchmark series is the annual standard deviation of return differences", () => {
  const returns = { rows: 3, columns: 2, data: Float64Array.of(0.01, 0, 0.02, 0.02, -0.03, 0.01) };
  const benchmark = { kind: "series", returns: Float64Array.of(0.002, 0.001, 0.003) } as const;
  const problem = problemOf({ ...market, returns }, { benchmark });
  const [{ value }] = trackingError.evaluate(Float64Array.of(0.5, 0.5), { max: 1 }, problem);
  const active = [0.003, 0.019, -0.013], mean = 0.003;
  const variance = active.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 2;
  assert.ok(Math.abs(value - Math.sqrt(52 * variance)) < 1e-15);
});
