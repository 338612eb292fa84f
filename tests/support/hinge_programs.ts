import { type Matrix, matrix } from "../../src/domain/matrix.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import type { Chain } from "../../src/optimization/engines/chain/chain.ts";
import type { HingeAnswer, HingeProgram } from "../../src/optimization/engines/hinges/hinge_program.ts";
import { randomNumbers } from "./sample_problem.ts";

const { linearAlgebra } = await loadKernels(null);

/**
 * Test helper. Returns a random program of weights that sum to 1, under rows and bounds, and of a threshold without
 * any. The seed decides whether its objective is curved.
 */
export function randomProgram(seed: number): HingeProgram {
  const random = randomNumbers(seed);
  const n = 4 + Math.floor(8 * random()), T = 20 + Math.floor(60 * random()), m = Math.floor(3 * random());
  const entries = (length: number, scale = 1): Float64Array =>
    Float64Array.from({ length }, () => scale * (random() + random() + random() - 1.5));
  const root = matrix(n, n, entries(n * n, seed % 3 === 0 ? 1 : 0));
  const P = linearAlgebra.crossProduct(root);
  // The threshold is the last variable: it costs 1, and is in every hinge.
  for (let i = 0; i < n; i++) P.data[i * n + n - 1] = P.data[(n - 1) * n + i] = 0;
  const R = matrix(T, n, entries(T * n));
  for (let t = 0; t < T; t++) R.data[t * n + n - 1] = -1;
  const G = matrix(m, n, entries(m * n));
  for (let i = 0; i < m; i++) G.data[i * n + n - 1] = 0;
  return {
    P,
    q: Float64Array.from({ length: n }, (_, j) => j === n - 1 ? 1 : 0.1 * random()),
    R,
    k: entries(T, 0.2),
    c: new Float64Array(T).fill(seed % 2 === 0 ? 10 / T : 12 / T),
    f: new Float64Array(T).fill(seed % 4 === 0 ? 0.3 : 0),
    E: matrix(1, n, Float64Array.from({ length: n }, (_, j) => j === n - 1 ? 0 : 1)),
    e: Float64Array.of(1),
    G,
    h: Float64Array.from({ length: m }, () => 0.5 + random()),
    lower: Float64Array.from({ length: n }, (_, j) => j === n - 1 ? -Infinity : -0.2),
    upper: Float64Array.from({ length: n }, (_, j) => j === n - 1 ? Infinity : j % 3 === 0 ? 0.7 : 2),
  };
}

/** Test helper. Returns a program without hinges and rows, whose only bounds are lower bounds of 0. */
export function bareProgram(P: HingeProgram["P"]): HingeProgram {
  const n = P.rows, none = new Float64Array(0);
  return {
    P,
    q: new Float64Array(n),
    R: matrix(0, n),
    k: none,
    c: none,
    f: none,
    E: matrix(0, n),
    e: none,
    G: matrix(0, n),
    h: none,
    lower: new Float64Array(n),
    upper: new Float64Array(n).fill(Infinity),
  };
}

/**
 * Test helper. Returns a random program that minimises the mean of the largest drawdowns of cumulative returns, with
 * the running maxima in a chain. In some programs one return is 1e5 times its size.
 */
export function chainedProgram(seed: number): HingeProgram {
  const random = randomNumbers(seed);
  const n = 4 + Math.floor(6 * random()), T = 20 + Math.floor(40 * random());
  const returns = matrix(T, n, Float64Array.from({ length: T * n }, () => 2 * random() - 0.9));
  if (seed % 3 === 0) returns.data[Math.floor(T * n * random())] *= 1e5;
  const limits = 2 * T, before = new Float64Array(limits).fill(1, T + 1);
  return {
    P: matrix(n + 1, n + 1),
    q: Float64Array.from({ length: n + 1 }, (_, j) => j === n ? 1 : 0),
    R: matrix(T, n + 1, Float64Array.from({ length: T * (n + 1) }, (_, k) => k % (n + 1) === n ? -1 : 0)),
    k: new Float64Array(T),
    c: new Float64Array(T).fill(10 / T),
    f: new Float64Array(T).fill(seed % 4 === 0 ? 0.3 : 0),
    E: matrix(1, n + 1, Float64Array.from({ length: n + 1 }, (_, j) => j === n ? 0 : 1)),
    e: Float64Array.of(1),
    G: matrix(
      limits,
      n + 1,
      Float64Array.from({ length: limits * (n + 1) }, (_, k) => {
        const i = Math.floor(k / (n + 1)), j = k % (n + 1);
        return i < T || j === n ? 0 : -returns.data[(i - T) * n + j];
      }),
    ),
    h: new Float64Array(limits),
    lower: Float64Array.from({ length: n + 1 }, (_, j) => j === n ? -Infinity : 0),
    upper: new Float64Array(n + 1).fill(Infinity),
    chain: {
      fewEntries: 4,
      costs: new Float64Array(T).fill(seed % 5 === 0 ? 0.1 / T : 0),
      hinges: {
        place: Int32Array.from({ length: T }, (_, t) => t),
        by: new Float64Array(T).fill(1),
        before: new Float64Array(T),
      },
      limits: {
        place: Int32Array.from({ length: limits }, (_, i) => i % T),
        by: new Float64Array(limits).fill(-1),
        before,
      },
    },
  };
}

/** Test helper. Returns the same program with the variables of the chain among the others. */
export function unchained({ chain, ...program }: HingeProgram): HingeProgram {
  if (chain === undefined) return program;
  const n = program.q.length, T = chain.costs.length, size = n + T;
  const widened = (
    { rows, columns, data }: Matrix,
    { place, by, before }: Chain["hinges"],
  ): Matrix => {
    const wide = matrix(rows, size);
    for (let i = 0; i < rows; i++) {
      wide.data.set(data.subarray(i * columns, (i + 1) * columns), i * size);
      wide.data[i * size + n + place[i]] = by[i];
      if (before[i] !== 0) wide.data[i * size + n + place[i] - 1] = before[i];
    }
    return wide;
  };
  return {
    ...program,
    P: matrix(size, size),
    q: Float64Array.from([...program.q, ...chain.costs]),
    R: widened(program.R, chain.hinges),
    E: matrix(1, size, Float64Array.from([...program.E.data, ...new Float64Array(T)])),
    G: widened(program.G, chain.limits),
    lower: Float64Array.from([...program.lower, ...new Float64Array(T).fill(-Infinity)]),
    upper: Float64Array.from([...program.upper, ...new Float64Array(T).fill(Infinity)]),
  };
}

/**
 * Test helper. Returns the multipliers of bounds with zeros for the variables of the chain, which have no bounds.
 */
export function chainAsFree({ onLower, onUpper, chain }: HingeAnswer): Pick<HingeAnswer, "onLower" | "onUpper"> {
  return {
    onLower: Float64Array.from([...onLower, ...new Float64Array(chain.length)]),
    onUpper: Float64Array.from([...onUpper, ...new Float64Array(chain.length)]),
  };
}

/** Test helper. Returns the dot product of two vectors, by a plain sum. */
export function inner(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((sum, one, i) => sum + one * b[i], 0);
}

/** Test helper. Returns row i of a matrix. */
export function rowOf({ columns, data }: Matrix, i: number): Float64Array {
  return data.subarray(i * columns, (i + 1) * columns);
}

/**
 * Test helper. Returns how far an answer is from the conditions of optimality, by plain sums: the largest residual,
 * product of a slack and its multiplier, or negative part of a slack or a multiplier.
 */
export function breachOf(program: HingeProgram, answer: HingeAnswer): number {
  const { P, q, R, k, c, f, E, e, G, h, lower, upper } = program;
  const { x, u, onHinges, onPositive, onEqualities, onRows, onLower, onUpper } = answer;
  const slacks = Array.from(k, (one, t) => u[t] - inner(rowOf(R, t), x) - one);
  const limits = Array.from(h, (one, i) => one - inner(rowOf(G, i), x));
  const below = Array.from(x, (one, j) => one - lower[j]), above = Array.from(x, (one, j) => upper[j] - one);
  const products = [
    [slacks, onHinges, []],
    [u, onPositive, []],
    [limits, onRows, program.logarithms?.rows ?? []],
    [below, onLower, program.logarithms?.lower ?? []],
    [above, onUpper, []],
  ] as const;
  const residuals = [
    ...Array.from(x, (_, j) =>
      inner(rowOf(P, j), x) + q[j] - onLower[j] + onUpper[j] +
      Array.from(onHinges).reduce((sum, one, t) => sum + one * rowOf(R, t)[j], 0) +
      Array.from(onEqualities).reduce((sum, one, i) => sum + one * rowOf(E, i)[j], 0) +
      Array.from(onRows).reduce((sum, one, i) => sum + one * rowOf(G, i)[j], 0)),
    ...Array.from(u, (one, t) => c[t] + f[t] * one - onHinges[t] - onPositive[t]),
    ...Array.from(e, (one, i) => one - inner(rowOf(E, i), x)),
    ...products.flatMap(([slack, on, weights]) =>
      Array.from(
        slack,
        (one, i) =>
          Number.isFinite(one) ? Math.abs(one * on[i] - (weights[i] ?? 0)) + Math.max(-one, -on[i], 0) : on[i],
      )
    ),
  ];
  return residuals.reduce((worst, one) => Math.max(worst, Math.abs(one)), 0);
}
