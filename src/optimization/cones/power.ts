import { matrix } from "../../domain/matrix.ts";
import { ACTIVE, type ConicCone, type Curvature } from "./cone.ts";
import { increasingRoot } from "./increasing_root.ts";
import { moreauCone, type PolarPart } from "./moreau_cone.ts";

/**
 * If |z| is below the share `NEGLIGIBLE` of the largest entry of (x, y, z), the projection of that point has z = 0.
 * `LEAST_LOGARITHM` is the lower end of the bracket in which log(r / |z|) is sought, where r is the |z| of the
 * projection. Both keep the product r (|z| - r) above the smallest positive double.
 */
const NEGLIGIBLE = 1e-60, LEAST_LOGARITHM = -300;

/**
 * (x, y, z) with x, y ≥ 0 and x^α y^(1-α) ≥ |z|, for an exponent 0 < α < 1. The dual cone has (u, v, w) with u, v ≥ 0
 * and (u / α)^α (v / (1-α))^(1-α) ≥ |w|. Throws a RangeError for any other exponent.
 */
export function power(exponent: number): ConicCone {
  if (!(exponent > 0 && exponent < 1)) {
    throw new RangeError(`Cannot make a power cone of exponent ${exponent}: give one between 0 and 1`);
  }
  return {
    id: "power",
    isLinear: false,
    kernelCone: () => ({ tag: 4, rows: 3, parameter: exponent }),
    ...moreauCone(polarPartOf(exponent)),
    /** The face φ = x^α y^(1-α) - |z| = 0, smooth away from the edges x = 0 and y = 0. */
    tangent({ s, z }, { firstRow }) {
      const [x, y, side] = s.subarray(firstRow, firstRow + 3);
      const small = ACTIVE * (Math.abs(x) + Math.abs(y) + Math.abs(side));
      if (!(x > small && y > small)) return null;
      const mean = x ** exponent * y ** (1 - exponent), sign = side < 0 ? -1 : 1;
      const multiplier = Math.max(0, -sign * z[firstRow + 2]);
      const factor = multiplier * exponent * (1 - exponent) * mean;
      return {
        slack: mean - Math.abs(side),
        normal: (length) =>
          Float64Array.of(length * exponent * mean / x, length * (1 - exponent) * mean / y, -sign * length),
        multiplier,
        curvature: multiplier === 0 ? null : curvatureOf(x, y, factor),
      };
    },
  };
}

/** Returns the curvature λ α (1-α) x^α y^(1-α) aa' with a = (1 / x, -1 / y). `factor` is the number before aa'. */
function curvatureOf(x: number, y: number, factor: number): Curvature {
  return {
    firstRow: 0,
    rows: 2,
    factor,
    times: ({ columns, data }) =>
      matrix(1, columns, data.subarray(0, columns).map((c, j) => c / x - data[columns + j] / y)),
  };
}

/**
 * Returns the projection on the polar cone. Where a point (x, y, z) is outside the cone and its polar and z is not 0,
 * its projection on the cone has |z| = r. Here r in (0, |z|) is the root of x̂^α ŷ^(1-α) = r for x̂ = (x + sqrt(x² + 4
 * α r (|z| - r))) / 2 and ŷ with 1-α and y. Hien (2015), Differential properties of Euclidean projection onto power
 * cone, Mathematical methods of operations research 82, proposition 2.2. The unknown is log r, in which the equation is
 * nearly linear.
 */
function polarPartOf(exponent: number): PolarPart {
  const rest = 1 - exponent;
  const mean = (x: number, y: number): number => x < 0 || y < 0 ? -Infinity : x ** exponent * y ** rest;
  return (x, y, z) => {
    const size = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)), depth = Math.abs(z);
    if (mean(x, y) >= depth) return [0, 0, 0];
    if (mean(-x / exponent, -y / rest) >= depth) return [x, y, z];
    if (depth <= NEGLIGIBLE * size) return [Math.min(x, 0), Math.min(y, 0), 0];
    const a = { at: x / size, exponent }, b = { at: y / size, exponent: rest }, side = depth / size;
    const root = rootOf(a, b, side);
    const product = productAt(root, side);
    return [
      -size * exponent * product / projected(a, product),
      -size * rest * product / projected(b, product),
      -Math.sign(z) * size * side * Math.expm1(root),
    ];
  };
}

/** One of the entries x and y of a point, scaled to a largest entry of 1, with its exponent. */
interface Entry {
  readonly at: number;
  readonly exponent: number;
}

/** Returns log(r / |z|) for the root r of `polarPartOf`, by the logarithm of its equation. `side` is |z|. */
function rootOf(a: Entry, b: Entry, side: number): number {
  const value = (root: number): number => {
    const product = productAt(root, side);
    const logarithms = a.exponent * Math.log(projected(a, product)) + b.exponent * Math.log(projected(b, product));
    return Math.log(side) + root - logarithms;
  };
  const slope = (root: number): number => {
    const product = productAt(root, side), change = side ** 2 * Math.exp(root) * (1 - 2 * Math.exp(root));
    return 1 - change * (a.exponent * rate(a, product) + b.exponent * rate(b, product));
  };
  return increasingRoot({ value, slope }, { low: LEAST_LOGARITHM, high: 0 });
}

/** Returns r (|z| - r) for `root` = log(r / |z|) and `side` = |z|. */
function productAt(root: number, side: number): number {
  return -(side ** 2) * Math.exp(root) * Math.expm1(root);
}

/** Returns x̂ of `polarPartOf` for `product` = r (|z| - r), without cancellation. */
function projected({ at, exponent }: Entry, product: number): number {
  const length = Math.sqrt(at ** 2 + 4 * exponent * product);
  return at > 0 ? (at + length) / 2 : 2 * exponent * product / (length - at);
}

/** Returns the derivative of log x̂ by `product` = r (|z| - r). */
function rate({ at, exponent }: Entry, product: number): number {
  return exponent / (Math.sqrt(at ** 2 + 4 * exponent * product) * projected({ at, exponent }, product));
}
