import assert from "node:assert/strict";
import { namesOf } from "../../../tests/support/sample_problem.ts";
import { linear } from "./linear.ts";

const CONTEXT = { assets: namesOf(3), hasStartingPortfolio: false, hasBenchmark: false, short: false };
const pointers = (rules: unknown) =>
  (linear.check?.(linear.rules.parse(rules), CONTEXT) ?? []).map(({ pointer }) => pointer);

Deno.test("rules of their own names on assets of the run have no fault", () => {
  assert.deepEqual(
    pointers([{ name: "a", coefficients: { A0: 1 }, max: 1 }, { name: "b", coefficients: {}, min: 0 }]),
    [],
  );
});

Deno.test("an asset that is not of the run and a name used twice are faults where they stand", () => {
  const rules = [{ name: "a", coefficients: { B: 1, A1: 2 }, max: 1 }, { name: "a", coefficients: { A0: 1 }, max: 1 }];
  assert.deepEqual(pointers(rules), ["/0/coefficients/B", "/1/name"]);
});

Deno.test("limits out of order are refused by the schema", () => {
  assert.ok(!linear.rules.safeParse([{ name: "a", coefficients: { A0: 1 }, min: 1, max: 0 }]).success);
});
