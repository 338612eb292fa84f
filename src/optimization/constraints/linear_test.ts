import assert from "node:assert/strict";
import { countedReads } from "../../../tests/support/counted_reads.ts";
import { namesOf, problemOf, sampleMarketOf } from "../../../tests/support/sample_problem.ts";
import { assetId } from "../../domain/asset.ts";
import { linear } from "./linear.ts";

const CONTEXT = {
  assets: namesOf(3),
  hasStartingPortfolio: false,
  hasBenchmark: false,
  hasHistory: true,
  short: false,
};
const pointers = (rules: unknown) =>
  (linear.check?.(linear.rules.parse(rules), CONTEXT) ?? []).map(({ pointer }) => pointer);

Deno.test("linear rules with unique names on assets of the run have no fault", () => {
  assert.deepEqual(
    pointers([{ name: "a", coefficients: { A0: 1 }, max: 1 }, { name: "b", coefficients: {}, min: 0 }]),
    [],
  );
});

Deno.test("an asset outside the run and a repeated name of a linear rule are faults at their pointers", () => {
  const rules = [{ name: "a", coefficients: { B: 1, A1: 2 }, max: 1 }, { name: "a", coefficients: { A0: 1 }, max: 1 }];
  assert.deepEqual(pointers(rules), ["/0/coefficients/B", "/1/name"]);
});

Deno.test("linear limits out of order are refused by the schema", () => {
  assert.ok(!linear.rules.safeParse([{ name: "a", coefficients: { A0: 1 }, min: 1, max: 0 }]).success);
});

Deno.test("checking linear rules reads each name equally often, however many rules there are", () => {
  const readsOf = (count: number): number => {
    const rules = Array.from({ length: count }, (_, i) => ({ name: `rule ${i}`, coefficients: { A0: 1 } }));
    const { items, reads } = countedReads(rules, "name");
    assert.deepEqual(linear.check?.([...items], CONTEXT), []);
    return reads() / count;
  };
  assert.equal(readsOf(2_000), readsOf(20));
});

Deno.test("names of linear rules and of their assets have at most 120 characters", () => {
  const read = (name: string, asset: string) =>
    linear.rules.safeParse([{ name, coefficients: { [asset]: 1 } }]).success;
  assert.ok(read("n".repeat(120), "a".repeat(120)));
  assert.ok(!read("n".repeat(121), "a"));
  assert.ok(!read("n", "a".repeat(121)));
});

Deno.test("an asset named like an inherited property of objects has a coefficient of 0 unless one is sent", () => {
  const assets = [assetId("constructor"), assetId("B")];
  const problem = { ...problemOf(sampleMarketOf(2)), assets };
  const rules = linear.rules.parse([{ name: "x", coefficients: { B: 2 }, max: 0.2 }]);
  assert.deepEqual(linear.evaluate(Float64Array.of(0.5, 0.5), rules, problem).map(({ value }) => value), [1]);
});
