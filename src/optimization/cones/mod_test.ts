import assert from "node:assert/strict";
import { assertStated } from "../../../tests/support/assert_stated.ts";
import fc from "../../../tests/support/fast_check.ts";
import { problemCount } from "../../../tests/support/tier.ts";
import { dot, matrix } from "../../domain/matrix.ts";
import type { Cone, CurvedCone, Tangent } from "./cone.ts";
import { isEpigraphCone } from "./epigraph_cone.ts";
import { CONES } from "./mod.ts";
import { power } from "./power.ts";

const RUNS = { numRuns: problemCount(500, 100) };

/** Of entries of size 10, whose exponentials are below e^20 where they are compared. */
const ROUNDING = 1e-12;

const number = fc.integer({ min: -1e7, max: 1e7 }).map((entry) => entry / 1e6);
const positive = fc.integer({ min: 1e4, max: 1e7 }).map((entry) => entry / 1e6);
const vector = (rows: number) =>
  fc.array(number, { minLength: rows, maxLength: rows }).map((entries) => Float64Array.from(entries));

/** Vectors with entries of very different sizes, and 0. */
const wild = fc.array(fc.tuple(fc.constantFrom(-1, 1), fc.constantFrom(0, 1e-9, 1e-4, 1, 1e3, 1e7), positive), {
  minLength: 3,
  maxLength: 3,
}).map((entries) => Float64Array.from(entries, ([sign, size, entry]) => sign * size * entry));

/**
 * How many rows a block of it has here, and points of it by its definition; those with a room of 0 are on its boundary.
 */
interface Definition {
  readonly cone: Cone;
  readonly rows: number;
  readonly points: (room: fc.Arbitrary<number>) => fc.Arbitrary<Float64Array>;
  /** Whether rows moved by no more than a tolerance each meet the inequality of its definition. */
  readonly isNear: (s: Float64Array, tolerance: number) => boolean;
}

const DEFINITIONS: Readonly<Record<string, Omit<Definition, "cone">>> = {
  zero: {
    rows: 4,
    points: () => fc.constant(new Float64Array(4)),
    isNear: (s, tolerance) => sizeOf(s) <= tolerance,
  },
  nonnegative: {
    rows: 4,
    points: (room) => fc.array(room, { minLength: 4, maxLength: 4 }).map((entries) => Float64Array.from(entries)),
    isNear: (s, tolerance) => s.every((entry) => entry >= -tolerance),
  },
  second_order: {
    rows: 4,
    points: (room) => fc.tuple(vector(3), room).map(([y, more]) => Float64Array.of(Math.hypot(...y) + more, ...y)),
    isNear: ([t, ...y], tolerance) => Math.hypot(...y) <= t + 2 * tolerance,
  },
  exponential: {
    rows: 3,
    points: (room) =>
      fc.tuple(number, positive, room).map(([ratio, y, more]) =>
        Float64Array.of(ratio * y, y, y * Math.exp(ratio) + more)
      ),
    isNear([x, y, z], tolerance) {
      if (y <= 0) return -y <= tolerance && x <= tolerance && -z <= tolerance;
      const slope = Math.exp(x / y) * (1 + Math.abs(x / y));
      return y * Math.exp(x / y) - z <= tolerance * (1 + slope);
    },
  },
};

function powerDefinition(exponent: number): Definition {
  const mean = (x: number, y: number): number => Math.max(x, 0) ** exponent * Math.max(y, 0) ** (1 - exponent);
  return {
    cone: power(exponent),
    rows: 3,
    points: (room) =>
      fc.tuple(positive, positive, fc.constantFrom(-1, 1), room).map(([x, y, sign, more]) =>
        Float64Array.of(x + more, y + more, sign * mean(x, y))
      ),
    isNear: ([x, y, z], tolerance) =>
      Math.min(x, y) >= -tolerance && mean(x + tolerance, y + tolerance) >= Math.abs(z) - tolerance,
  };
}

/** Every cone of the list whose multipliers are projected, but the power cone. */
const PROJECTED = [...CONES].filter((cone) => cone.id !== "power" && !isEpigraphCone(cone));

Deno.test("every registered cone whose multipliers are projected is tested here", () => {
  const without = PROJECTED.map(({ id }) => id).filter((id) => DEFINITIONS[id] === undefined);
  assertStated(without, "Add the definition of the cone to DEFINITIONS in src/optimization/cones/mod_test.ts");
});

/** The cones with a definition, and the power cone of several exponents. */
const CASES: readonly Definition[] = [
  ...PROJECTED.filter(({ id }) => DEFINITIONS[id] !== undefined).map((cone) => ({ cone, ...DEFINITIONS[cone.id] })),
  ...[0.05, 0.3, 0.5, 0.9].map(powerDefinition),
];

CASES.forEach(({ cone, rows, points, isNear }, k) => {
  const name = `${cone.id} cone ${k}`, block = { firstRow: 0, rows };
  const room = fc.oneof(fc.constant(0), fc.constant(1e-6), positive);
  const anywhere = rows === 3 ? fc.oneof(vector(rows), wild) : vector(rows);

  Deno.test(`${name}: projecting multipliers onto the dual cone adds a point of the cone that is orthogonal to the result`, () => {
    fc.assert(
      fc.property(anywhere, fc.array(points(room), { minLength: 5, maxLength: 5 }), (z, inside) => {
        const projected = dualProjection(cone, z);
        const size = sizeOf(z);
        for (const point of inside) {
          assert.ok(dot(projected, point) >= -ROUNDING * size * sizeOf(point), `${projected} against ${point}`);
        }
        const added = projected.map((entry, i) => entry - z[i]);
        assert.ok(isNear(added, ROUNDING * size), `${added} is off the cone`);
        assert.ok(Math.abs(dot(projected, added)) <= ROUNDING * size ** 2, `${dot(projected, added)}`);
      }),
      RUNS,
    );
  });

  Deno.test(`${name}: the dual projection is idempotent and scales with its argument`, () => {
    fc.assert(
      fc.property(anywhere, fc.constantFrom(1e-30, 1e-3, 1e20), (z, factor) => {
        const projected = dualProjection(cone, z);
        assertNear(dualProjection(cone, projected), projected, ROUNDING * sizeOf(z));
        const larger = dualProjection(cone, z.map((entry) => factor * entry));
        assertNear(larger, projected.map((entry) => factor * entry), ROUNDING * factor * sizeOf(z));
      }),
      RUNS,
    );
  });

  Deno.test(`${name}: the distance of a block is 0 inside, and outside at most that from any point of the cone`, () => {
    fc.assert(
      fc.property(points(fc.constant(0)), points(positive), anywhere, (edge, inside, s) => {
        assert.equal(cone.distance(inside, block), 0);
        assert.ok(cone.distance(edge, block) <= ROUNDING * sizeOf(edge));
        const distance = cone.distance(s, block);
        // A norm that falls short of t by 1 is off by the root of 2, in both.
        assert.ok(distance <= Math.SQRT2 * (1 + ROUNDING) * lengthOf(s.map((entry, i) => entry - inside[i])));
        if (!isNear(s, 0)) assert.ok(distance > 0);
        const nearest = s.map((entry, i) => entry + dualProjection(cone, s.map((one) => -one))[i]);
        const moved = Math.max(...s.map((entry, i) => Math.abs(entry - nearest[i])));
        assert.ok(distance >= moved - ROUNDING * sizeOf(s), `${distance}, but a row moves by ${moved}`);
      }),
      RUNS,
    );
  });

  Deno.test(`${name}: distance and dual projection of a block ignore the rows around it and leave them alone`, () => {
    fc.assert(
      fc.property(anywhere, (s) => {
        const stacked = Float64Array.of(7, ...s, -7);
        assert.equal(cone.distance(stacked, { firstRow: 1, rows }), cone.distance(s, block));
        cone.projectDual(stacked, { firstRow: 1, rows });
        assert.deepEqual([...stacked], [7, ...dualProjection(cone, s), -7]);
      }),
      RUNS,
    );
  });

  Deno.test(`${name}: the distance of a block of NaN never passes as small`, () => {
    const s = new Float64Array(rows).fill(NaN);
    assert.ok(!(cone.distance(s, block) <= 1));
  });

  if (!cone.isLinear) curvedLaws(name, cone, { rows, points });
});

/** Laws of what polishes a block. */
function curvedLaws(name: string, cone: CurvedCone, { rows, points }: Pick<Definition, "rows" | "points">): void {
  const block = { firstRow: 0, rows };
  const tangentAt = (s: Float64Array, z: Float64Array = new Float64Array(rows)): Tangent => {
    const tangent = cone.tangent({ s, z }, block);
    assert.ok(tangent !== null);
    return tangent;
  };
  /** Points whose face is the curved one, of slopes that differences can follow. */
  const smooth = points(fc.constantFrom(0, 0.01)).filter((s) =>
    Math.min(...s.map(Math.abs)) > 0.1 && Math.max(...tangentAt(s).normal(1).map(Math.abs)) < 50
  );
  const steps = vector(rows).map((direction) => direction.map((entry) => entry / 10));

  Deno.test(`${name}: the slack is 0 on the boundary, and the scale of a block grows with the block`, () => {
    fc.assert(
      fc.property(points(fc.constant(0)), fc.constantFrom(1e-6, 1e6), (s, factor) => {
        const scale = cone.scale(s, block);
        assert.ok(scale >= sizeOf(s));
        const larger = s.map((entry) => factor * entry);
        assert.ok(Math.abs(cone.scale(larger, block) - factor * scale) <= ROUNDING * factor * scale);
        const tangent = cone.tangent({ s, z: s }, block);
        if (tangent !== null) assert.ok(Math.abs(tangent.slack) <= ROUNDING * scale);
      }),
      RUNS,
    );
  });

  Deno.test(`${name}: the normal matches finite differences of the slack and lies in the dual cone`, () => {
    fc.assert(
      fc.property(smooth, steps, (s, direction) => {
        const { slack, normal } = tangentAt(s);
        const by = 1e-5;
        const [ahead, behind] = [by, -by].map((length) => tangentAt(moved(s, direction, length)).slack);
        assert.ok(Math.abs((ahead - behind) / (2 * by) - dot(normal(1), direction)) <= 1e-4);
        // Euler: φ is homogeneous of degree 1.
        assert.ok(Math.abs(dot(normal(1), s) - slack) <= 1e-10);
        assertNear(dualProjection(cone, normal(2)), normal(2), 1e-10);
      }),
      RUNS,
    );
  });

  Deno.test(`${name}: the curvature matches finite differences of the normal times its multiplier`, () => {
    fc.assert(
      fc.property(smooth, steps, positive, (s, direction, multiplier) => {
        const z = tangentAt(s).normal(multiplier);
        const tangent = tangentAt(s, z);
        assert.ok(Math.abs(tangent.multiplier - multiplier) <= ROUNDING * multiplier);
        const { curvature } = tangent;
        assert.ok(curvature !== null && curvature.factor > 0);
        const { firstRow, rows: count, factor } = curvature;
        const root = curvature.times(matrix(count, 1, direction.slice(firstRow, firstRow + count)));
        const [ahead, behind] = [1e-5, -1e-5].map((by) => tangentAt(moved(s, direction, by)).normal(multiplier));
        const bend = direction.reduce((sum, entry, i) => sum - entry * (ahead[i] - behind[i]) / 2e-5, 0);
        const square = factor * dot(root.data, root.data);
        assert.ok(Math.abs(bend - square) <= 1e-3 * (1 + Math.abs(square)), `${bend}, not ${square}`);
      }),
      RUNS,
    );
  });

  Deno.test(`${name}: multipliers of 0 and multipliers against the cone have no curvature`, () => {
    fc.assert(
      fc.property(smooth, (s) => {
        assert.deepEqual([tangentAt(s).multiplier, tangentAt(s).curvature], [0, null]);
        const { multiplier, curvature } = tangentAt(s, tangentAt(s).normal(-1));
        assert.deepEqual([multiplier, curvature], [0, null]);
      }),
      RUNS,
    );
  });

  Deno.test(`${name}: the apex has no tangent`, () => {
    assert.equal(cone.tangent({ s: new Float64Array(rows), z: new Float64Array(rows) }, block), null);
  });
}

function dualProjection(cone: Cone, z: Float64Array): Float64Array {
  const projected = z.slice();
  cone.projectDual(projected, { firstRow: 0, rows: z.length });
  return projected;
}

function moved(s: Float64Array, direction: Float64Array, by: number): Float64Array {
  return s.map((entry, i) => entry + by * direction[i]);
}

function lengthOf(s: Float64Array): number {
  return Math.hypot(...s);
}

function sizeOf(s: Float64Array): number {
  return Math.max(...s.map(Math.abs));
}

function assertNear(actual: Float64Array, expected: Float64Array, tolerance: number): void {
  actual.forEach((entry, i) => assert.ok(Math.abs(entry - expected[i]) <= tolerance, `${actual}, not ${expected}`));
}
