import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { matrix } from "../../domain/matrix.ts";
import { Affine } from "./affine.ts";
import { ProgramBuilder } from "./program_builder.ts";

const WEIGHTS = 3;
const entry = fc.double({ min: -2, max: 2, noNaN: true });
const entries = (count: number) => fc.array(entry, { minLength: count, maxLength: count });

/** A program in which every kind of variable that others set is made of three weights. */
function everyKind(coefficients: readonly number[]): ProgramBuilder {
  const builder = new ProgramBuilder();
  const weights = builder.variables(WEIGHTS, -1, 2);
  const losses = weights.mapped(matrix(4, WEIGHTS, Float64Array.from(coefficients)));
  builder.hinge(losses);
  builder.hinge(losses, { threshold: builder.variables(1), place: (values) => values.toSorted()[2] });
  builder.largest([losses, losses.times(-0.5).plus(Affine.constant(0.3))]);
  builder.largest([losses], -0.1);
  const { positive } = builder.split("size", () => weights.all());
  builder.norm(Affine.stack([losses, positive.all()]));
  return builder;
}

Deno.test("settled variables lie within their narrowed bounds for all weights within their own bounds", () => {
  fc.assert(fc.property(
    entries(4 * WEIGHTS),
    fc.array(fc.double({ min: -1, max: 2, noNaN: true }), {
      minLength: WEIGHTS,
      maxLength: WEIGHTS,
    }),
    (coefficients, weights) => {
      const { lower, upper, settlers, size } = everyKind(coefficients).build();
      const bounds = { lower: lower.slice(), upper: upper.slice() }, x = new Float64Array(size);
      x.set(weights);
      for (const settler of settlers) {
        settler.settle(x);
        settler.narrow(bounds);
      }
      for (let j = 0; j < size; j++) {
        assert.ok(Number.isFinite(bounds.lower[j]) && Number.isFinite(bounds.upper[j]), `${j}`);
        assert.ok(x[j] >= bounds.lower[j] - 1e-12 && x[j] <= bounds.upper[j] + 1e-12, `${j}`);
      }
    },
  ));
});

Deno.test("a settled threshold is at least the known lower limit of its values", () => {
  const narrowed = (least: number | null): number => {
    const builder = new ProgramBuilder(), [x, threshold] = [builder.variables(2, 0, 3), builder.variables(1)];
    const known = least === null ? {} : { least };
    builder.hinge(x.at(0).minus(x.at(1)), { threshold, ...known, place: ([value]) => value });
    const { lower, upper, settlers } = builder.build(), bounds = { lower: lower.slice(), upper: upper.slice() };
    for (const settler of settlers) settler.narrow(bounds);
    return bounds.lower[threshold.offset];
  };
  assert.equal(narrowed(null), -3);
  assert.equal(narrowed(0), 0);
});
