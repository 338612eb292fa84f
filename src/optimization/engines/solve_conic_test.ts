import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { problemCount } from "../../../tests/support/tier.ts";
import { zero } from "../cones/zero.ts";
import { secondOrder } from "../cones/second_order.ts";
import { power } from "../cones/power.ts";
import { nonnegative } from "../cones/nonnegative.ts";
import { exponential } from "../cones/exponential.ts";
import { DomainError } from "../../domain/errors.ts";
import type { ConicProgram, KernelCone, SparseMatrix } from "../../kernels/conic.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { Stopped } from "../../domain/stopped.ts";
import { watchStopFlag } from "../../kernels/stop_flag.ts";
import { type ConicAnswer, solveConic } from "./solve_conic.ts";

/** The default tolerance of the solver is 1e-10 of the gap; a point may be off by more than the gap, hence this. */
const TOLERANCE = 1e-7;
/** Where an objective is curved about its optimum, a gap of 1e-10 fixes the point only to the root of it. */
const CURVED_TOLERANCE = 5e-5;

const { conic } = await loadKernels(null);

Deno.test("conic solver: a quadratic program with an equality has its closed-form solution", () => {
  const { status, x, z, objective } = solveConic(conic, halves());
  assert.equal(status, "optimal");
  assertClose(x, [0.5, 0.5]);
  assertClose(z, [-1]);
  assertClose([objective], [0.5]);
});

Deno.test("conic solver: a linear program ends in its vertex, with the multipliers of the active rows", () => {
  const { status, x, z, s, objective } = solveConic(
    conic,
    program({
      q: [-1, -2],
      A: [[1, 1], [0, 1], [-1, 0], [0, -1]],
      b: [4, 3, 0, 0],
      cones: [nonnegative.kernelCone(4)],
    }),
  );
  assert.equal(status, "optimal");
  assertClose(x, [1, 3]);
  assertClose(z, [1, 1, 0, 0]);
  assertClose(s, [0, 0, 1, 3]);
  assertClose([objective], [-7]);
});

Deno.test("conic solver: a linear function over the unit ball is least opposite to its gradient", () => {
  const { status, x, z, objective } = solveConic(conic, ball([3, 4]));
  assert.equal(status, "optimal");
  assertClose(x, [-0.6, -0.8]);
  assertClose(z, [5, 3, 4]);
  assertClose([objective], [-5]);
});

Deno.test("conic solver: a second-order cone of one row means that the row is at least 0", () => {
  const { status, x } = solveConic(
    conic,
    program({ q: [1], A: [[-1]], b: [-2], cones: [secondOrder.kernelCone(1)] }),
  );
  assert.equal(status, "optimal");
  assertClose(x, [2]);
});

Deno.test("conic solver: the largest entropy of four probabilities is log 4, by exponential cones", () => {
  const { status, x, objective } = solveConic(conic, entropy(4));
  assert.equal(status, "optimal");
  assertClose(x.subarray(0, 4), [0.25, 0.25, 0.25, 0.25], CURVED_TOLERANCE);
  assertClose([objective], [-Math.log(4)]);
});

Deno.test("conic solver: the largest x^α y^(1-α) with x + y = 1 lies at x = α, by a power cone", () => {
  const { status, x, objective } = solveConic(
    conic,
    program({
      q: [0, 0, -1],
      A: [[1, 1, 0], [-1, 0, 0], [0, -1, 0], [0, 0, -1]],
      b: [1, 0, 0, 0],
      cones: [zero.kernelCone(1), power(0.3).kernelCone(3)],
    }),
  );
  assert.equal(status, "optimal");
  assertClose(x.subarray(0, 2), [0.3, 0.7], CURVED_TOLERANCE);
  assertClose([objective], [-(0.3 ** 0.3) * 0.7 ** 0.7]);
});

Deno.test("conic solver: a program without rows is solved at the minimum of its quadratic", () => {
  const { status, x } = solveConic(conic, program({ P: [[2, 1], [0, 2]], q: [-3, -3], A: [], b: [], cones: [] }));
  assert.equal(status, "optimal");
  assertClose(x, [1, 1]);
});

Deno.test("conic solver: a cone without rows changes nothing", () => {
  const { cones, ...rest } = halves();
  const withEmpty: ConicProgram = { ...rest, cones: [nonnegative.kernelCone(0), ...cones] };
  assert.deepEqual(solveConic(conic, withEmpty), solveConic(conic, halves()));
});

Deno.test("conic solver: a program with a number that is too large or not finite gives no progress and no point", () => {
  for (const wild of [1e16, NaN, Infinity]) {
    const { status, x } = solveConic(conic, { ...halves(), b: Float64Array.of(wild) });
    assert.equal(status, "no_progress");
    assert.ok(x.every(Number.isNaN));
  }
});

Deno.test("conic solver: contradictory limits are primal infeasible, with a Farkas certificate scaled to b'z = -1", () => {
  const contradiction = program({
    q: [1, 0],
    A: [[1, 1], [-1, -1]],
    b: [1, -2],
    cones: [nonnegative.kernelCone(2)],
  });
  const { status, z, dualResidual, primalResidual, objective } = solveConic(conic, contradiction);
  assert.equal(status, "primal_infeasible");
  assertClose(z, [1, 1]);
  assertClose([z[0] - 2 * z[1]], [-1]);
  assert.ok(dualResidual <= TOLERANCE);
  assert.ok(Number.isNaN(objective) && Number.isNaN(primalResidual));
});

Deno.test("conic solver: a ball that misses a half-space is primal infeasible, with its certificate in the dual cones", () => {
  const { status, z, dualResidual } = solveConic(
    conic,
    program({
      q: [0, 0],
      A: [[-1, 0], [0, 0], [-1, 0], [0, -1]],
      b: [-2, 1, 0, 0],
      cones: [nonnegative.kernelCone(1), secondOrder.kernelCone(3)],
    }),
  );
  assert.equal(status, "primal_infeasible");
  assert.ok(z[0] >= 0 && z[1] >= Math.hypot(z[2], z[3]) - TOLERANCE);
  assertClose([-2 * z[0] + z[1]], [-1]);
  assert.ok(dualResidual <= TOLERANCE);
});

Deno.test("conic solver: an objective without a lower limit is dual infeasible, with a direction scaled to q'x = -1", () => {
  const { status, x, s, primalResidual, dualResidual } = solveConic(
    conic,
    program({
      P: [[0, 0, 0], [0, 0, 0], [0, 0, 2]],
      q: [-1, -1, 0],
      A: [[1, -1, 0], [-1, 0, 0]],
      b: [0, 0],
      cones: [zero.kernelCone(1), nonnegative.kernelCone(1)],
    }),
  );
  assert.equal(status, "dual_infeasible");
  assertClose(x, [0.5, 0.5, 0]);
  assertClose(s, [0, 0.5]);
  assert.ok(primalResidual <= TOLERANCE && dualResidual <= TOLERANCE);
});

Deno.test("conic solver: a direction with residuals of its own size does not count as a certificate", () => {
  const { status } = solveConic(
    conic,
    program({ q: [1], A: [[1], [1e15]], b: [1, 0], cones: [nonnegative.kernelCone(2)] }),
  );
  assert.equal(status, "no_progress");
});

Deno.test("conic solver: the iteration limit returns the last iterate", () => {
  const answer = solveConic(conic, ball([3, 4]), { maxIterations: 2 });
  assert.equal(answer.status, "iteration_limit");
  assert.equal(answer.iterations, 2);
  assert.ok(answer.x.every(Number.isFinite));
});

Deno.test("conic solver: a tolerance below rounding ends almost optimal or without progress, and never optimal", () => {
  assert.equal(solveConic(conic, entropy(7), { tolerance: 1e-15 }).status, "almost_optimal");
  assert.equal(solveConic(conic, entropy(7), { tolerance: 1e-30 }).status, "no_progress");
});

Deno.test("conic solver: an objective of daily variances is solved as exactly as one of size 1", () => {
  const { status, x, z } = solveConic(
    conic,
    program({
      P: [[2e-8, 0], [0, 6e-8]],
      q: [0, 0],
      A: [[1, 1], [-1, 0], [0, -1]],
      b: [1, 0, 0],
      cones: [zero.kernelCone(1), nonnegative.kernelCone(2)],
    }),
  );
  assert.equal(status, "optimal");
  assertClose(x, [0.75, 0.25]);
  assertClose([z[0] * 1e8], [-1.5]);
});

Deno.test("conic solver: the reported residuals are those of the returned point", () => {
  const { x, z, s, primalResidual, dualResidual } = solveConic(conic, ball([3, 4]), { maxIterations: 3 });
  const rows = [s[0] - 1, s[1] - x[0], s[2] - x[1]];
  const columns = [3 - z[1], 4 - z[2]];
  assert.equal(primalResidual, Math.max(...rows.map(Math.abs)));
  assert.equal(dualResidual, Math.max(...columns.map(Math.abs)));
});

const sizes = fc.integer({ min: 1, max: 6 });
const entries = fc.double({ min: -3, max: 3, noNaN: true });
/** The sizes that callers scale a program to; beside entries of size 1 one of 1e-8 or less can stall the solver. */
const scaledEntries = fc.integer({ min: -3_000, max: 3_000 }).map((thousandths) => thousandths / 1_000);
const BOX_PROGRAMS = 200;

Deno.test("conic solver: random box programs of scaled entries are solved to the conditions of optimality", () => {
  fc.assert(
    fc.property(boxPrograms(scaledEntries), (boxProgram) => {
      const answer = solveConic(conic, boxProgram);
      assert.ok(isSolved(answer), answer.status);
      assertOptimal(answer);
    }),
    { numRuns: BOX_PROGRAMS },
  );
});

Deno.test("conic solver: random box programs called solved meet the conditions of optimality, and at most two stall", () => {
  let stalled = 0;
  fc.assert(
    fc.property(boxPrograms(entries), (boxProgram) => {
      const answer = solveConic(conic, boxProgram);
      if (isSolved(answer)) return assertOptimal(answer);
      assert.equal(answer.status, "no_progress");
      stalled++;
    }),
    { numRuns: BOX_PROGRAMS },
  );
  // One in 10,000 does: three in 200 have odds of about one in a million.
  assert.ok(stalled <= 2, `${stalled} stalled`);
});

Deno.test("conic solver: the least value of a random linear function over the unit ball is minus its length", () => {
  fc.assert(
    fc.property(sizes.chain((n) => vector(n)), (q) => {
      assertClose([solveConic(conic, ball(q)).objective], [-Math.hypot(...q)]);
    }),
    { numRuns: problemCount(200, 40) },
  );
});

Deno.test("conic solver: solving a program again gives the same bits, whatever was solved between", () => {
  const first = solveConic(conic, entropy(5));
  solveConic(conic, ball([1, 2, 3]));
  assert.deepEqual(solveConic(conic, entropy(5)), first);
});

Deno.test("conic solver: a raised stop flag stops it before it starts", () => {
  const buffer = new SharedArrayBuffer(4);
  new Int32Array(buffer)[0] = 1;
  whileWatching(buffer, () => assert.throws(() => solveConic(conic, halves()), Stopped));
});

Deno.test("conic solver: a stop flag raised while it iterates stops it, and the next solve gives the same bits", () => {
  const before = solveConic(conic, entropy(5));
  const buffer = new SharedArrayBuffer(4);
  const stopped = withFlagRaisedAtPoll(4, buffer, () => {
    whileWatching(buffer, () => assert.throws(() => solveConic(conic, entropy(5)), Stopped));
  });
  assert.ok(stopped.polls >= 4 && stopped.polls < before.iterations);
  assert.deepEqual(solveConic(conic, entropy(5)), before);
});

const REFUSED: readonly { readonly what: string; readonly program: ConicProgram; readonly message: RegExp }[] = [
  { what: "no variable", program: program({ q: [], A: [], b: [], cones: [] }), message: /at least one variable/ },
  {
    what: "q that is not finite",
    program: { ...halves(), q: Float64Array.of(0, NaN) },
    message: /Number 1 of q is NaN/,
  },
  {
    what: "an infinite limit",
    program: { ...halves(), b: Float64Array.of(Infinity) },
    message: /Number 0 of b is inf/,
  },
  {
    what: "a limit of 1e20",
    program: { ...halves(), b: Float64Array.of(1e20) },
    message: /row without a limit is left out/,
  },
  {
    what: "P of another size",
    program: { ...halves(), P: sparse([[1]], 1) },
    message: /P is 1 × 1, but q has 2 entries/,
  },
  { what: "A of another size", program: { ...halves(), A: sparse([[1]], 1) }, message: /A is 1 × 1/ },
  { what: "P below its diagonal", program: { ...halves(), P: sparse([[1, 0], [1, 1]], 2) }, message: /upper triangle/ },
  {
    what: "column starts that are not ascending",
    program: { ...halves(), A: { ...sparse([[1, 1]], 2), columnStart: Uint32Array.of(0, 2, 1) } },
    message: /A is not a matrix by compressed columns/,
  },
  {
    what: "a row beyond the matrix",
    program: { ...halves(), A: { ...sparse([[1, 1]], 2), rowIndex: Uint32Array.of(0, 7) } },
    message: /A is not a matrix by compressed columns/,
  },
  {
    what: "too few values",
    program: { ...halves(), A: { ...sparse([[1, 1]], 2), values: Float64Array.of(1) } },
    message: /A is not a matrix by compressed columns/,
  },
  {
    what: "cones that leave a row uncovered",
    program: { ...halves(), cones: [] },
    message: /take 0 rows, but b has 1/,
  },
  {
    what: "cones of too many rows",
    program: { ...halves(), cones: [zero.kernelCone(4294967295), zero.kernelCone(2)] },
    message: /but b has 1/,
  },
  {
    what: "half a row",
    program: { ...halves(), cones: [zero.kernelCone(0.5)] },
    message: /can't have 0.5 rows/,
  },
  {
    what: "a negative number of rows",
    program: { ...halves(), cones: [zero.kernelCone(-1)] },
    message: /can't have -1 rows/,
  },
  {
    what: "an exponent of 1",
    program: { ...halves(), cones: [{ tag: 4, rows: 3, parameter: 1 }] },
    message: /exponent of a power cone/,
  },
];

for (const { what, program: refused, message } of REFUSED) {
  Deno.test(`conic solver: refuses ${what} with a sentence, and the next solve gives the same bits`, () => {
    const before = solveConic(conic, halves());
    assert.throws(
      () => conic.solve(refused, { tolerance: 1e-10, maxIterations: 200 }),
      (error) => error instanceof RangeError && message.test(error.message),
    );
    assert.deepEqual(solveConic(conic, halves()), before);
  });
}

Deno.test("conic solver: a tolerance that is not between 0 and 1 is refused", () => {
  for (const tolerance of [0, 1, NaN]) {
    assert.throws(() => solveConic(conic, halves(), { tolerance }), /tolerance lies between/);
  }
});

Deno.test("conic solver: a program larger than its memory is out_of_memory, and the next solve gives the same bits", () => {
  const before = solveConic(conic, halves());
  // 2 GiB of zeros, which are never touched: the module has room for less. Called beside `solveConic`, which would look
  // at every one of them for seconds.
  const endless: ConicProgram = { ...halves(), A: { ...sparse([[1, 1]], 2), values: new Float64Array(2 ** 28) } };
  assert.throws(
    () => conic.solve(endless, { tolerance: 1e-10, maxIterations: 200 }),
    (error) => error instanceof DomainError && error.code === "out_of_memory",
  );
  assert.deepEqual(solveConic(conic, halves()), before);
});

/** min x² + y² subject to x + y = 1. */
function halves(): ConicProgram {
  return program({ P: [[2, 0], [0, 2]], q: [0, 0], A: [[1, 1]], b: [1], cones: [zero.kernelCone(1)] });
}

/** min q'x subject to ‖x‖ ≤ 1. */
function ball(q: readonly number[]): ConicProgram {
  const n = q.length;
  const A = [new Array<number>(n).fill(0), ...negativeIdentity(n)];
  return program({ q, A, b: [1, ...new Array(n).fill(0)], cones: [secondOrder.kernelCone(n + 1)] });
}

/** min ½x'Px + q'x subject to -1 ≤ x ≤ 1. */
function box(P: number[][], q: readonly number[]): ConicProgram {
  const n = q.length;
  const A = [...negativeIdentity(n), ...negativeIdentity(n).map((row) => row.map((value) => -value))];
  return program({ P, q, A, b: new Array(2 * n).fill(1), cones: [nonnegative.kernelCone(2 * n)] });
}

/** min -Σ t subject to Σ x = 1 and x exp(t / x) ≤ 1, whose t are at most -x log x. Variables: x, then t. */
function entropy(n: number): ConicProgram {
  const unit = (at: number) => Array.from({ length: 2 * n }, (_, j) => j === at ? -1 : 0);
  const A = [[...new Array(n).fill(1), ...new Array(n).fill(0)]];
  for (let i = 0; i < n; i++) A.push(unit(n + i), unit(i), new Array(2 * n).fill(0));
  const b = [1, ...Array.from({ length: n }, () => [0, 0, 1]).flat()];
  const cones: KernelCone[] = [zero.kernelCone(1)];
  for (let i = 0; i < n; i++) cones.push(exponential.kernelCone(3));
  return program({ q: [...new Array(n).fill(0), ...new Array(n).fill(-1)], A, b, cones });
}

interface DenseProgram {
  readonly P?: number[][];
  readonly q: readonly number[];
  readonly A: number[][];
  readonly b: readonly number[];
  readonly cones: readonly KernelCone[];
}

function program({ P, q, A, b, cones }: DenseProgram): ConicProgram {
  const n = q.length;
  const noQuadratic = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  return {
    P: sparse(P === undefined ? noQuadratic : P.map((row, i) => row.map((value, j) => j < i ? 0 : value)), n),
    q: Float64Array.from(q),
    A: sparse(A, n),
    b: Float64Array.from(b),
    cones,
  };
}

function sparse(dense: number[][], columns: number): SparseMatrix {
  const columnStart = [0];
  const rowIndex: number[] = [];
  const values: number[] = [];
  for (let j = 0; j < columns; j++) {
    dense.forEach((row, i) => {
      if (row[j] === 0) return;
      rowIndex.push(i);
      values.push(row[j]);
    });
    columnStart.push(values.length);
  }
  return {
    rows: dense.length,
    columns,
    columnStart: Uint32Array.from(columnStart),
    rowIndex: Uint32Array.from(rowIndex),
    values: Float64Array.from(values),
  };
}

function negativeIdentity(n: number): number[][] {
  return Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => i === j ? -1 : 0));
}

function vector(n: number, entry = entries): fc.Arbitrary<number[]> {
  return fc.array(entry, { minLength: n, maxLength: n });
}

function square(n: number, entry: fc.Arbitrary<number>): fc.Arbitrary<number[][]> {
  return fc.array(vector(n, entry), { minLength: n, maxLength: n });
}

/** F'F, positive semidefinite. */
function gram(F: number[][]): number[][] {
  return F.map((_, i) => F.map((_, j) => F.reduce((sum, row) => sum + row[i] * row[j], 0)));
}

function boxPrograms(entry: fc.Arbitrary<number>): fc.Arbitrary<ConicProgram> {
  return sizes.chain((n) => fc.record({ F: square(n, entry), q: vector(n, entry) })).map(({ F, q }) => box(gram(F), q));
}

function assertOptimal({ primalResidual, dualResidual, z, s }: ConicAnswer): void {
  assert.ok(primalResidual <= TOLERANCE && dualResidual <= TOLERANCE);
  assert.ok(z.every((multiplier) => multiplier >= -TOLERANCE));
  for (const [i, multiplier] of z.entries()) assert.ok(Math.abs(multiplier * s[i]) <= TOLERANCE);
}

function isSolved({ status }: ConicAnswer): boolean {
  return status === "optimal" || status === "almost_optimal";
}

function assertClose(actual: ArrayLike<number>, expected: readonly number[], tolerance = TOLERANCE): void {
  assert.equal(actual.length, expected.length);
  expected.forEach((value, i) => {
    assert.ok(Math.abs(actual[i] - value) <= tolerance, `entry ${i} is ${actual[i]}, not ${value}`);
  });
}

function whileWatching(buffer: SharedArrayBuffer, run: () => void): void {
  watchStopFlag(buffer);
  try {
    run();
  } finally {
    watchStopFlag(null);
  }
}

/** Raises the flag when it is polled for the given time, as another thread would. */
function withFlagRaisedAtPoll(poll: number, buffer: SharedArrayBuffer, run: () => void): { polls: number } {
  const load = Atomics.load;
  const flag = new Int32Array(buffer);
  let polls = 0;
  Atomics.load = new Proxy(load, {
    apply: (target, self, args) => {
      if (++polls === poll) Atomics.store(flag, 0, 1);
      return Reflect.apply(target, self, args);
    },
  });
  try {
    run();
  } finally {
    Atomics.load = load;
  }
  return { polls };
}
