import assert from "node:assert/strict";
import { matrix } from "../../../domain/matrix.ts";
import { randomNumbers } from "../../../../tests/support/sample_problem.ts";
import { problemCount } from "../../../../tests/support/tier.ts";
import type { Chain } from "../chain/chain.ts";
import type { HingeAnswer, HingeProgram } from "./hinge_program.ts";
import { loadKernels } from "../../../kernels/mod.ts";

const { hinges, linearAlgebra } = await loadKernels(null);
const OPTIONS = { tolerance: 1e-10, maxIterations: 40 };

/** Weights that sum to 1 under rows and bounds, and a threshold without any; curved or not, by the seed. */
function randomProgram(seed: number): HingeProgram {
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

function inner(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((sum, one, i) => sum + one * b[i], 0);
}

function rowOf({ columns, data }: HingeProgram["R"], i: number): Float64Array {
  return data.subarray(i * columns, (i + 1) * columns);
}

/** The largest of what an optimum has at 0: residuals, products, and what is below 0 and may not be. */
function breachOf(program: HingeProgram, answer: HingeAnswer): number {
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

Deno.test("random hinge programs are solved to the conditions of optimality, checked by plain arithmetic", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const program = randomProgram(seed), answer = hinges.solve(program, OPTIONS);
    assert.equal(answer.status, "optimal", `seed ${seed}`);
    // A hundred times the tolerance, ten times that of the dual residual, relative to multipliers of size 1.
    const breach = breachOf(program, answer);
    assert.ok(breach < 1e-6, `seed ${seed}: ${breach}`);
  }
});

/** The squared shortfalls, a small weight each, of weights of which a limit holds one side far from their least. */
function limitedSquares(seed: number): HingeProgram {
  const program = randomProgram(seed), random = randomNumbers(seed);
  const n = 20, T = 200;
  const R = matrix(T, n, Float64Array.from({ length: T * n }, () => 2 * random() - 1));
  return {
    ...program,
    P: matrix(n, n),
    q: new Float64Array(n),
    R,
    k: new Float64Array(T),
    c: new Float64Array(T),
    f: new Float64Array(T).fill(1 / T),
    E: matrix(1, n, new Float64Array(n).fill(1)),
    G: matrix(1, n, Float64Array.from({ length: n }, (_, j) => j < n / 2 ? 1 : -1)),
    h: Float64Array.of(-0.9),
    lower: new Float64Array(n).fill(-1),
    upper: new Float64Array(n).fill(1),
  };
}

Deno.test("squared hinges of little weight beside a binding limit are solved to 1e-8", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const program = limitedSquares(seed), answer = hinges.solve(program, OPTIONS);
    assert.equal(answer.status, "optimal", `seed ${seed}`);
    assert.ok(answer.onRows[0] > 1e-3, `seed ${seed}: the limit is met`);
    const breach = breachOf(program, answer);
    assert.ok(breach < 1e-8, `seed ${seed}: ${breach}`);
  }
});

/** Squares of weights that sum to 1, of none below 0, beside which hinges cost little. */
function smallHinges(seed: number): HingeProgram {
  const random = randomNumbers(seed), n = 60, T = 150;
  const P = matrix(n, n);
  for (let j = 0; j < n; j++) P.data[j * (n + 1)] = 1;
  return {
    ...bare(P),
    R: matrix(T, n, Float64Array.from({ length: T * n }, () => 4 * (random() + random() + random() - 1.5))),
    k: new Float64Array(T),
    c: new Float64Array(T).fill(0.01),
    f: new Float64Array(T),
    E: matrix(1, n, new Float64Array(n).fill(1)),
    e: Float64Array.of(1),
  };
}

Deno.test("hinges that cost little beside squares are solved to 1e-8", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const program = smallHinges(seed), answer = hinges.solve(program, OPTIONS);
    assert.equal(answer.status, "optimal", `seed ${seed}`);
    const breach = breachOf(program, answer);
    assert.ok(breach < 1e-8, `seed ${seed}: ${breach}`);
  }
});

/** What has no hinges, rows or bounds but that no variable is below 0. */
function bare(P: HingeProgram["P"]): HingeProgram {
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

Deno.test("with logarithms of the variables each variable contributes its share to the variance", () => {
  for (let seed = 1; seed <= 30; seed++) {
    const random = randomNumbers(seed), n = 3 + seed;
    const root = matrix(n + 2, n, Float64Array.from({ length: n * (n + 2) }, () => random() - 0.3));
    const shares = Float64Array.from({ length: n }, () => 0.1 + random());
    const program = {
      ...bare(linearAlgebra.crossProduct(root)),
      logarithms: { lower: shares, rows: new Float64Array(0) },
    };
    const answer = hinges.solve(program, OPTIONS);
    assert.equal(answer.status, "optimal", `seed ${seed}`);
    shares.forEach((share, j) => {
      const contribution = answer.x[j] * inner(rowOf(program.P, j), answer.x);
      assert.ok(Math.abs(contribution - share) < 1e-7, `seed ${seed}: ${contribution} is not ${share}`);
    });
  }
});

Deno.test("with logarithms of rows the conditions of the largest growth of wealth are met", () => {
  for (let seed = 1; seed <= 30; seed++) {
    const random = randomNumbers(seed), n = 2 + (seed % 9), T = 40;
    const returns = Float64Array.from({ length: T * n }, () => random() + random() - 0.9);
    const program = {
      ...bare(matrix(n, n)),
      E: matrix(1, n, new Float64Array(n).fill(1)),
      e: Float64Array.of(1),
      G: matrix(T, n, returns.map((one) => -one)),
      h: new Float64Array(T).fill(1),
      logarithms: { lower: new Float64Array(n), rows: new Float64Array(T).fill(1 / T) },
    };
    const answer = hinges.solve(program, OPTIONS);
    assert.equal(answer.status, "optimal", `seed ${seed}`);
    const breach = breachOf(program, answer);
    assert.ok(breach < 1e-7, `seed ${seed}: ${breach}`);
  }
});

Deno.test("programs with logarithms and hinges are solved to the conditions of optimality", () => {
  for (let seed = 1; seed <= 30; seed++) {
    const random = randomProgram(seed), { length: n } = random.q;
    const program = {
      ...random,
      lower: random.lower.map((low) => low === -Infinity ? low : 0),
      logarithms: {
        lower: Float64Array.from(random.lower, (low) => low === -Infinity ? 0 : 0.01),
        rows: new Float64Array(random.h.length),
      },
    };
    const answer = hinges.solve(program, OPTIONS);
    assert.equal(answer.status, "optimal", `seed ${seed}`);
    const breach = breachOf(program, answer);
    assert.ok(breach < 1e-6, `seed ${seed} of ${n}: ${breach}`);
  }
});

Deno.test("a logarithm of a variable without a lower bound is refused", () => {
  const program = { ...bare(matrix(1, 1, Float64Array.of(1))), lower: Float64Array.of(-Infinity) };
  const logarithms = { lower: Float64Array.of(1), rows: new Float64Array(0) };
  assert.throws(() => hinges.solve({ ...program, logarithms }, OPTIONS), RangeError);
});

Deno.test("hinge programs that are infeasible or unbounded end without progress", () => {
  const program = randomProgram(7);
  const budget = program.e.map(() => 1e3);
  assert.equal(hinges.solve({ ...program, e: budget }, OPTIONS).status, "no_progress");
  const free = program.c.map(() => 0.5 / program.c.length);
  assert.equal(hinges.solve({ ...program, c: free }, OPTIONS).status, "no_progress");
});

Deno.test("hinge programs whose parts differ in size are refused", () => {
  const program = randomProgram(1);
  assert.throws(() => hinges.solve({ ...program, k: program.k.slice(1) }, OPTIONS), RangeError);
  assert.throws(() => hinges.solve({ ...program, upper: program.upper.slice(1) }, OPTIONS), RangeError);
});

Deno.test("solving a hinge program again gives the same bits", () => {
  const program = randomProgram(12);
  assert.deepEqual(hinges.solve(program, OPTIONS), hinges.solve(program, OPTIONS));
});

/**
 * Shortfalls of sums of scenarios below their highest, of which the mean beyond a threshold is least; of some programs
 * one return is 1e5 times its size.
 */
function chainedProgram(seed: number): HingeProgram {
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

/** The same with the variables of the chain among the others. */
function unchained({ chain, ...program }: HingeProgram): HingeProgram {
  if (chain === undefined) return program;
  const n = program.q.length, T = chain.costs.length, size = n + T;
  const widened = (
    { rows, columns, data }: HingeProgram["R"],
    { place, by, before }: Chain["hinges"],
  ): HingeProgram["R"] => {
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

Deno.test("eliminating a chain of variables gives the optimum of the whole program", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const program = chainedProgram(seed), whole = unchained(program);
    const answer = hinges.solve(program, OPTIONS);
    assert.equal(answer.status, "optimal", `seed ${seed}`);
    const breach = breachOf(whole, {
      ...answer,
      x: Float64Array.from([...answer.x, ...answer.chain]),
      ...chainAsFree(answer),
    });
    assert.ok(breach < 1e-7, `seed ${seed}: ${breach}`);
  }
});

/** A chain has no bounds, hence no multipliers of any. */
function chainAsFree({ onLower, onUpper, chain }: HingeAnswer): Pick<HingeAnswer, "onLower" | "onUpper"> {
  return {
    onLower: Float64Array.from([...onLower, ...new Float64Array(chain.length)]),
    onUpper: Float64Array.from([...onUpper, ...new Float64Array(chain.length)]),
  };
}

Deno.test("a variable of a chain with two dense rows is refused", () => {
  const program = chainedProgram(1), T = program.k.length;
  program.chain?.limits.before.fill(1, 1, T);
  assert.throws(() => hinges.solve(program, OPTIONS), RangeError);
});

Deno.test("a rough answer is offered once, and is returned if it is enough", () => {
  const program = chainedProgram(1), asked: HingeAnswer[] = [];
  const isEnough = (answer: HingeAnswer): boolean => asked.push(answer) > 0;
  const rough = hinges.solve(program, { ...OPTIONS, rough: { tolerance: 1e-3, isEnough } });
  const refined = hinges.solve(program, { ...OPTIONS, rough: { tolerance: 1e-3, isEnough: () => false } });
  const whole = hinges.solve(program, OPTIONS);
  assert.equal(asked.length, 1);
  assert.equal(rough.status, "rough");
  assert.ok(rough.iterations < whole.iterations);
  assert.deepEqual(refined, whole);
});

Deno.test("where rounding hides the rest, a program ends in few iterations, with what it came to", () => {
  for (let seed = 0; seed < 20; seed++) {
    const program = randomProgram(seed);
    const answer = hinges.solve(program, { tolerance: 1e-17, maxIterations: 500 });
    assert.ok(answer.iterations < 60, `seed ${seed}: ${answer.iterations} iterations`);
    assert.ok(breachOf(program, answer) < 1e-8, `seed ${seed}: ${breachOf(program, answer)}`);
  }
});

Deno.test("any starting point gives an optimum, and one near the optimum takes fewer iterations", () => {
  let [fromNear, fromNowhere] = [0, 0];
  for (let seed = 1; seed <= problemCount(40, 10); seed++) {
    const program = chainedProgram(seed), n = program.q.length;
    const { x, iterations } = hinges.solve(program, OPTIONS);
    const near = hinges.solve(program, { ...OPTIONS, near: x.map((entry, j) => entry * (j % 2 === 0 ? 1.1 : 0.9)) });
    const far = hinges.solve(program, { ...OPTIONS, near: new Float64Array(n).fill(1e3) });
    const asIs = hinges.solve(program, { ...OPTIONS, near: new Float64Array(n) });
    for (const one of [near, far, asIs]) {
      assert.equal(one.status, "optimal", `seed ${seed}`);
      const breach = breachOf(unchained(program), {
        ...one,
        x: Float64Array.from([...one.x, ...one.chain]),
        ...chainAsFree(one),
      });
      assert.ok(breach < 1e-7, `seed ${seed}: ${breach}`);
    }
    fromNear += near.iterations;
    fromNowhere += iterations;
  }
  assert.ok(fromNear < fromNowhere, `${fromNear}, from nowhere ${fromNowhere}`);
});

Deno.test("bounds that fix a variable are kept when the solver starts near a point", () => {
  const program = chainedProgram(3), { lower, upper } = program;
  const at = hinges.solve(program, OPTIONS).x[0];
  lower[0] = upper[0] = at;
  const { status, x } = hinges.solve(program, { ...OPTIONS, near: new Float64Array(program.q.length).fill(0.1) });
  assert.equal(status, "optimal");
  assert.ok(Math.abs(x[0] - at) < 1e-8, `${x[0]}, kept at ${at}`);
});
