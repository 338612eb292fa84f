import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { loadKernels } from "../../kernels/mod.ts";
import type { PathBlock } from "../../kernels/path_block.ts";
import type { PathModel } from "../../kernels/path_model.ts";
import { bracketed, bracketsOf, fanOf, type FanPart } from "./fan.ts";
import { interpolate } from "./percentiles.ts";

const kernels = await loadKernels(null);

Deno.test("percentiles from brackets are those of sorting all values, or null where a bracket misses one", () => {
  // The test draws few different values, so that many of them equal a bracket's threshold.
  const value = fc.oneof(fc.constant(0), fc.integer({ min: -5, max: 5 }), fc.double({ min: -5, max: 5, noNaN: true }));
  const values = fc.array(value, { minLength: 1, maxLength: 200 });
  fc.assert(fc.property(values, values, fc.constantFrom(0.01, 0.3, 6, 1e9), (first, rest, width) => {
    const brackets = bracketsOf([partOf(first)], kernels, width);
    const parts = [first, rest].map((of) => bracketed([partOf(of)], brackets, kernels));
    const found = fanOf(parts, brackets, kernels);
    // A bracket that does not cover all numbers may miss a value that the percentiles need; the result is then null.
    if (found === null) return assert.ok(width < 1e9);
    assert.deepEqual(found, [sortedPercentiles([...first, ...rest])]);
  }));
});

Deno.test("percentiles from brackets of the first paths are those of sorting all paths, with ruined ones", () => {
  const model: PathModel = { kind: "portfolio_normal", mean: 0, deviation: 0.2, degreesOfFreedom: 4 };
  const blockOf = (firstPath: number, brackets: PathBlock["brackets"]): PathBlock => ({
    seed: 3,
    firstPath,
    paths: 4000,
    initialValue: 1,
    flows: new Float64Array(12).fill(-0.05),
    withdrawals: null,
    fanSteps: Int32Array.of(1, 6, 12),
    brackets,
  });
  const pilot = kernels.simulation.simulate(model, blockOf(0, null));
  const brackets = bracketsOf([pilot], kernels, 6);
  const rest = kernels.simulation.simulate(model, blockOf(4000, brackets));
  const whole = kernels.simulation.simulate(model, blockOf(4000, null));
  const found = fanOf([bracketed([pilot], brackets, kernels), rest], brackets, kernels);
  assert.ok(found !== null && rest.fanValues.length < whole.fanValues.length / 2);
  assert.deepEqual(found, fanOf([pilot, whole], null, kernels));
  assert.equal(found[2][0], 0);
});

Deno.test("percentiles are null where a bracket misses an order statistic", () => {
  const brackets = bracketsOf([partOf(Array.from({ length: 100_000 }, (_, k) => k / 100_000))], kernels, 0.01);
  const shifted = bracketed([partOf(Array.from({ length: 100 }, () => 0.013))], brackets, kernels);
  assert.equal(fanOf([shifted], brackets, kernels), null);
});

function partOf(values: readonly number[]): FanPart {
  return { fanValues: Float64Array.from(values), fanLengths: Int32Array.of(values.length), fanCounts: null };
}

function sortedPercentiles(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return interpolate(sorted.length, (rank) => sorted[rank]);
}
