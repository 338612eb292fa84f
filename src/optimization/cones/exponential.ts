import { matrix } from "../../domain/matrix.ts";
import { ACTIVE, type ConicCone, type Curvature, type Tangent } from "./cone.ts";
import { increasingRoot } from "./increasing_root.ts";
import { moreauCone } from "./moreau_cone.ts";

/** Beyond this exponent exp counts as 0 or infinite. */
const EXTREME = 700;

/**
 * The closure of (x, y, z) with y > 0 and y exp(x / y) ≤ z, which adds x ≤ 0, y = 0, z ≥ 0. The dual cone is the
 * closure of (u, v, w) with u < 0 and -u exp(v / u - 1) ≤ w, which adds u = 0, v ≥ 0, w ≥ 0.
 */
export const exponential: ConicCone = {
  id: "exponential",
  isLinear: false,
  kernelCone: () => ({ tag: 3, rows: 3, parameter: 3 }),
  ...moreauCone(polarPart),
  tangent({ s, z }, { firstRow }) {
    const [x, y, top] = s.subarray(firstRow, firstRow + 3);
    const small = ACTIVE * (Math.abs(x) + Math.abs(y) + Math.abs(top));
    if (y > small) return curvedFace({ x, y, top }, Math.max(0, z[firstRow + 2]));
    return x < -small && top > small ? flatFace(y, Math.max(0, z[firstRow + 1])) : null;
  },
};

/** Returns the face φ = y = 0, where x < 0 and z > 0. */
function flatFace(y: number, multiplier: number): Tangent {
  return { slack: y, normal: (length) => Float64Array.of(0, length, 0), multiplier, curvature: null };
}

/** Returns the face φ = z - y exp(x / y) = 0. `top` is z. */
function curvedFace({ x, y, top }: { x: number; y: number; top: number }, multiplier: number): Tangent | null {
  const ratio = x / y, power = Math.exp(ratio);
  if (power === Infinity) return null;
  return {
    slack: top - y * power,
    normal: (length) => Float64Array.of(-length * power, length * (ratio - 1) * power, length),
    multiplier,
    curvature: multiplier === 0 ? null : curvatureOf(ratio, multiplier * power / y),
  };
}

/**
 * Returns the curvature λ exp(x / y) / y × aa' with a = (1, -x / y). `ratio` is x / y, and `factor` the number before
 * aa'.
 */
function curvatureOf(ratio: number, factor: number): Curvature {
  return {
    firstRow: 0,
    rows: 2,
    factor,
    times: ({ columns, data }) =>
      matrix(1, columns, data.subarray(0, columns).map((c, j) => c - ratio * data[columns + j])),
  };
}

/**
 * The projection of (x, y, z) on the polar cone. Outside the cone, its polar and the flat face, a point has the form p
 * (ρ, 1, exp ρ) + d (1, 1 - ρ, -exp -ρ) with p, d > 0. Its first two entries determine p and d as functions of ρ, and
 * its third, p exp ρ - d exp -ρ, increases with ρ. Friberg (2023), Projection onto the exponential cone: a univariate
 * root-finding problem, Optimization methods and software 38.
 */
function polarPart(x: number, y: number, z: number): readonly [number, number, number] {
  if (y > 0 ? y * Math.exp(x / y) <= z : y === 0 && x <= 0 && z >= 0) return [0, 0, 0];
  if (x > 0 ? x * Math.exp(y / x - 1) <= -z : x === 0 && y <= 0 && z <= 0) return [x, y, z];
  if (x <= 0 && y <= 0) return [0, y, Math.min(z, 0)];
  // In the form of `polarPart`, p > 0 for ρ above `low`, and d > 0 for ρ below `high`.
  const low = x > 0 ? 1 - y / x : -Infinity, high = y > 0 ? x / y : Infinity;
  if (high <= -EXTREME) return [0, 0, Math.min(z, 0)];
  if (low >= EXTREME) return [x, y, 0];
  const size = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  const point = { x: x / size, y: y / size, z: z / size };
  const ratio = ratioOf(point, { low: Math.max(low, -EXTREME), high: Math.min(high, EXTREME) });
  const [a, b, c] = polarAt(ratio, point);
  return [size * a, size * b, size * c];
}

interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Returns the ρ in `bracket` at which the third entry of the form in `polarPart`, p exp ρ - d exp -ρ, is z. */
function ratioOf({ x, y, z }: Vector, bracket: { low: number; high: number }): number {
  const primal = (ratio: number): number => ((ratio - 1) * x + y) / squareOf(ratio);
  const polar = (ratio: number): number => (x - ratio * y) / squareOf(ratio);
  const value = (ratio: number): number => primal(ratio) * Math.exp(ratio) - polar(ratio) * Math.exp(-ratio) - z;
  const slope = (ratio: number): number => {
    const p = primal(ratio), d = polar(ratio), square = squareOf(ratio);
    const dp = (x - p * (2 * ratio - 1)) / square, dd = (-y - d * (2 * ratio - 1)) / square;
    return (p + dp) * Math.exp(ratio) + (d - dd) * Math.exp(-ratio);
  };
  return increasingRoot({ value, slope }, bracket);
}

/**
 * Returns the polar part d (1, 1 - ρ, -exp -ρ) of a point for its ρ (`polarPart`). For ρ ≤ 0, where exp -ρ is large, d
 * comes from the third entry, because a difference of the first two would have lost its digits.
 */
function polarAt(ratio: number, { x, y, z }: Vector): readonly [number, number, number] {
  if (ratio > 0) {
    const d = Math.max(0, (x - ratio * y) / squareOf(ratio));
    return [d, d * (1 - ratio), -d * Math.exp(-ratio)];
  }
  const power = Math.exp(ratio), p = Math.max(0, ((ratio - 1) * x + y) / squareOf(ratio));
  const depth = Math.max(0, p * power - z), d = depth * power;
  return [d, d * (1 - ratio), -depth];
}

/** Returns ρ² - ρ + 1, the determinant of the equations for p and d in `polarPart`. */
function squareOf(ratio: number): number {
  return (ratio - 1) * ratio + 1;
}
