import assert from "node:assert/strict";
import { assertStated } from "../../../tests/support/assert_stated.ts";
import fc from "../../../tests/support/fast_check.ts";
import { problemCount, testedCases } from "../../../tests/support/tier.ts";
import { dot, matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { Affine } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { expandEpigraphs } from "../presolve/expand_epigraphs.ts";
import { wholeOf } from "../presolve/reduction.ts";
import { solveByCones } from "../engines/solve_by_cones.ts";
import { entropic } from "./entropic.ts";
import { type EpigraphCone, isEpigraphCone } from "./epigraph_cone.ts";
import { logarithmic } from "./logarithmic.ts";
import { CONES } from "./mod.ts";
import { powerMean } from "./power_mean.ts";
import { relativistic } from "./relativistic.ts";

const RUNS = { numRuns: problemCount(200, 40) };
const ROUNDING = 1e-11;

const kernels = await loadKernels(null);
const anywhere = fc.double({ min: -10, max: 10, noNaN: true });
const positive = fc.double({ min: 0.1, max: 10, noNaN: true });
/** Away from 0, about which the curvature of powers changes most. */
const sized = fc.double({ min: 0.5, max: 2, noNaN: true });
const signed = fc.tuple(fc.constantFrom(-1, 1), sized).map(([sign, size]) => sign * size);
const points = (entry: fc.Arbitrary<number>, count: number): fc.Arbitrary<Float64Array> =>
  fc.array(entry, { minLength: count, maxLength: count }).map((entries) => Float64Array.from(entries));

/** A cone with points at which its function is defined. */
interface Case {
  readonly name: string;
  readonly cone: EpigraphCone;
  readonly arguments: fc.Arbitrary<Float64Array>;
}

const CASES: readonly Case[] = [
  ...[0.5, 0.9, 0.95].map((confidence) => ({
    name: `entropic ${confidence}`,
    cone: entropic(confidence),
    arguments: points(anywhere, 30),
  })),
  {
    name: "logarithmic",
    cone: logarithmic(Float64Array.of(0.2, 0.5, 0.3)),
    arguments: points(positive, 4),
  },
  ...[0.1, 0.3, 0.7].map((kappa) => ({
    name: `relativistic ${kappa}`,
    cone: relativistic({ confidence: 0.9, kappa }),
    arguments: points(anywhere, 30),
  })),
  ...[{ order: 2, isBelow: false }, { order: 2, isBelow: true }, { order: 3, isBelow: false }, {
    order: 5,
    isBelow: true,
  }].map((mean) => ({
    name: `power mean of order ${mean.order}${mean.isBelow ? " below" : ""}`,
    cone: powerMean(mean),
    arguments: fc.tuple(sized, points(signed, 12)).map(([scale, x]) => Float64Array.of(scale, ...x)),
  })),
];

Deno.test("every registered cone of an epigraph is tested here", () => {
  const listed = [...CONES].filter(isEpigraphCone).map(({ id }) => id),
    tested = new Set(CASES.map(({ cone }) => cone.id));
  assert.deepEqual([...tested].filter((id) => !listed.includes(id)), []);
  assertStated(
    listed.filter((id) => !tested.has(id)),
    "Add the cone to CASES in src/optimization/cones/epigraph_cone_test.ts",
  );
});

/** Where arguments alone are looked at: t would stand before the first of them. */
const whole = (x: Float64Array) => ({ firstRow: -1, rows: x.length + 1 });

for (const { name, cone, arguments: arbitrary } of testedCases(CASES)) {
  const supportAt = (x: Float64Array) => cone.supportAt(x, whole(x));
  const sizeOf = (x: Float64Array): number => x.reduce((most, entry) => Math.max(most, Math.abs(entry)), 1);

  Deno.test(`${name}: the tangent at a point equals the function there and is nowhere above it`, () => {
    fc.assert(
      fc.property(arbitrary, arbitrary, (x, other) => {
        const { value, slopes } = supportAt(x), size = sizeOf(slopes) * (sizeOf(x) + sizeOf(other));
        assert.ok(Math.abs(dot(slopes, x) - value) <= ROUNDING * size, `${dot(slopes, x)}, ${value} expected`);
        assert.ok(dot(slopes, other) <= supportAt(other).value + ROUNDING * size);
      }),
      RUNS,
    );
  });

  Deno.test(`${name}: slopes and curvature match finite differences of the function`, () => {
    fc.assert(
      fc.property(arbitrary, arbitrary, (x, other) => {
        const direction = other.map((entry, i) => (entry - x[i]) / 10), step = 1e-4;
        const at = (by: number): number => supportAt(x.map((entry, i) => entry + by * direction[i])).value;
        const { value, slopes, curvature, isSmooth } = supportAt(x);
        // Where a second worst loss is near, a difference is one of two functions.
        if (!isSmooth || curvature === null || curvature.factor * sizeOf(direction) * step > 1e-3) return;
        const column = curvature.times(matrix(x.length, 1, direction)).data;
        const scale = sizeOf(slopes) * sizeOf(direction) + curvature.factor * sizeOf(direction) ** 2;
        const slope = (at(step) - at(-step)) / (2 * step);
        assert.ok(Math.abs(dot(slopes, direction) - slope) <= 1e-5 * scale, `${slope}`);
        const bend = (at(step) - 2 * value + at(-step)) / step ** 2;
        assert.ok(Math.abs(curvature.factor * dot(column, column) - bend) <= 1e-3 * scale, `${bend}`);
      }),
      RUNS,
    );
  });

  Deno.test(`${name}: multipliers are projected onto the dual cone, and those already in it stay`, () => {
    fc.assert(
      fc.property(arbitrary, arbitrary, anywhere, fc.boolean(), (x, other, length, isNear) => {
        const slopes = supportAt(x).slopes, size = sizeOf(slopes);
        const z = Float64Array.of(Math.abs(length), ...slopes.map((slope, i) => -length * (isNear ? slope : other[i])));
        const block = { firstRow: 0, rows: z.length };
        cone.projectDual(z, block);
        const touched = supportAt(other).value;
        const product = z[0] * touched + dot(z.subarray(1), other);
        assert.ok(product >= -ROUNDING * sizeOf(z) * sizeOf(other) * size, `${product}`);
        const again = z.slice();
        cone.projectDual(again, block);
        again.forEach((entry, i) => assert.ok(Math.abs(entry - z[i]) <= ROUNDING * sizeOf(z), `${again}, ${z}`));
        if (isNear && length > 0) {
          z.forEach((entry, i) => {
            const expected = i === 0 ? length : -length * slopes[i - 1];
            assert.ok(Math.abs(entry - expected) <= ROUNDING * sizeOf(z), `${z}`);
          });
        }
      }),
      RUNS,
    );
  });

  Deno.test(`${name}: the conic formulation has the value of the function`, () => {
    fc.assert(
      fc.property(arbitrary, (x) => {
        const builder = new ProgramBuilder();
        builder.minimize(builder.epigraph(cone, Affine.constants(x)));
        const { program } = expandEpigraphs(builder.build());
        const solved = solveByCones(program, kernels, wholeOf(program));
        assert.equal(solved.status, "solved");
        if (solved.status !== "solved") return;
        const { value } = supportAt(x);
        assert.ok(
          Math.abs(solved.point.x[0] - value) <= 1e-6 * (1 + Math.abs(value)),
          `${solved.point.x[0]}, ${value}`,
        );
      }),
      { numRuns: 20 },
    );
  });

  Deno.test(`${name}: the distance of a block is the amount by which its t is too small`, () => {
    fc.assert(
      fc.property(arbitrary, anywhere, (x, by) => {
        const { value } = supportAt(x);
        const distance = cone.distance(Float64Array.of(value + by, ...x), { firstRow: 0, rows: x.length + 1 });
        assert.ok(Math.abs(distance - Math.max(0, -by)) <= ROUNDING * (Math.abs(value) + 10), `${distance}, ${by}`);
      }),
      RUNS,
    );
    const none = new Float64Array(4).fill(NaN);
    assert.ok(!(cone.distance(none, { firstRow: 0, rows: 4 }) <= 1));
  });
}
