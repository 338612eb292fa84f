import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import { problemCount } from "../../../tests/support/tier.ts";
import { matrix, quadraticForm, timesVector } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import type { BoxQuadraticProgram, QuadraticAnswer, QuadraticProgram } from "../../kernels/quadratic.ts";
import type { BoxAnswer } from "./run_box_quadratic.ts";
import { solveBoxQuadratic } from "./solve_box_quadratic.ts";
import { solveQuadratic } from "./solve_quadratic.ts";

const { quadratic } = await loadKernels(null);

/** Residuals are sums of some hundred products of doubles; the solver stops below 1e-12 relative. */
const KKT_TOLERANCE = 1e-10;

Deno.test("box programs of any positive semidefinite P are optimal, with exact bounds and budget, or have a certificate", () => {
  fc.assert(
    fc.property(boxPrograms(), (program) => {
      const answer = solveBoxQuadratic(quadratic, program);
      if (answer.status === "infeasible") return assertBoxInfeasible(program, answer);
      if (answer.status === "unbounded") return assertBoxUnbounded(program, answer);
      assertBoxOptimal(program, answer);
    }),
    { numRuns: problemCount(2000, 300) },
  );
});

Deno.test("a box program started from any active set has the status of a cold start and is as optimal", () => {
  fc.assert(
    fc.property(
      boxPrograms(),
      fc.array(fc.constantFrom(-1, 0, 1), { minLength: 12, maxLength: 12 }),
      (program, sides) => {
        const cold = solveBoxQuadratic(quadratic, program);
        const bounds = Int8Array.from(sides.slice(0, program.q.length));
        const warm = solveBoxQuadratic(quadratic, program, { warmStart: bounds });
        assert.equal(warm.status, cold.status);
        if (cold.status === "optimal") assertBoxOptimal(program, warm);
      },
    ),
    { numRuns: problemCount(2000, 300) },
  );
});

Deno.test("a general program is optimal or has a certificate, for strict, singular and zero P and dependent rows", () => {
  fc.assert(
    fc.property(programs(), (program) => assertAnswer(program, solveQuadratic(quadratic, program))),
    { numRuns: problemCount(1000, 150) },
  );
});

Deno.test("a general program started from its own active set is optimal or has a certificate", () => {
  fc.assert(
    fc.property(programs(), (program) => {
      const cold = solveQuadratic(quadratic, program);
      if (cold.status !== "optimal") return;
      const warm = solveQuadratic(quadratic, program, { warmStart: cold.activeSet });
      assertAnswer(program, warm);
    }),
    { numRuns: problemCount(500, 80) },
  );
});

Deno.test("programs of 40 assets with a budget and groups, and P of any rank, are optimal or have a certificate", () => {
  fc.assert(fc.property(groupPrograms(), (program) => assertAnswer(program, solveQuadratic(quadratic, program))), {
    numRuns: problemCount(200, 40),
  });
});

Deno.test("both quadratic solvers agree where P is singular or of extreme scale, and where variables are fixed or one alone", () => {
  const one = [3, -1, 2, 0.5, 1, 1];
  const outer = one.map((a) => one.map((b) => a * b));
  const scaled = (by: number) => outer.map((line, i) => line.map((value, j) => by * (value + (i === j ? 0.1 : 0))));
  const hessians = [outer, scaled(1), scaled(1e-12), scaled(1e12), outer.map((line) => line.map(() => 0))];
  for (const rows of hessians) {
    const P = matrix(6, 6, Float64Array.from(rows.flat()));
    const size = Math.max(...rows.flat()) || 1;
    for (const q of [[0, 0, 0, 0, 0, 0], [1, -2, 0.5, 0, 3, 3]]) {
      for (const [low, high] of [[0, 1], [-1, 1], [0, 0.2], [1 / 6, 1 / 6]]) {
        assertSameObjective({
          P,
          q: Float64Array.from(q, (value) => value * size),
          budget: 1,
          lower: new Float64Array(6).fill(low),
          upper: new Float64Array(6).fill(high),
        });
      }
    }
  }
  assertSameObjective({
    P: matrix(1, 1, Float64Array.of(4)),
    q: Float64Array.of(-1),
    budget: null,
    lower: Float64Array.of(-Infinity),
    upper: Float64Array.of(Infinity),
  });
});

Deno.test("limits that cross and a budget out of reach are infeasible in both quadratic solvers", () => {
  const P = matrix(2, 2, Float64Array.of(1, 0, 0, 1));
  const pairs: [number[], number[]][] = [[[0, 2], [1, 1]], [[0, 0], [0.4, 0.5]], [[0.6, 0.5], [1, 1]]];
  for (const [low, high] of pairs) {
    const program = {
      P,
      q: new Float64Array(2),
      budget: 1,
      lower: Float64Array.from(low),
      upper: Float64Array.from(high),
    };
    assert.equal(solveBoxQuadratic(quadratic, program).status, "infeasible");
    assert.equal(solveQuadratic(quadratic, asGeneral(program)).status, "infeasible");
  }
});

Deno.test("bounds whose sum is the budget up to rounding are feasible in both quadratic solvers", () => {
  const n = 10;
  const program = {
    P: matrix(n, n),
    q: new Float64Array(n),
    budget: 1,
    lower: new Float64Array(n),
    upper: new Float64Array(n).fill(0.1),
  };
  assert.equal(solveBoxQuadratic(quadratic, program).status, "optimal");
  assert.equal(solveQuadratic(quadratic, asGeneral(program)).status, "optimal");
});

Deno.test("solving a quadratic program again gives the same bits, whatever was solved between", () => {
  const [first, second] = fc.sample(programs(), { seed: 6, numRuns: 2 });
  const before = solveQuadratic(quadratic, first);
  solveQuadratic(quadratic, second);
  assert.deepEqual(solveQuadratic(quadratic, first), before);
  const [box, other] = fc.sample(boxPrograms(), { seed: 6, numRuns: 2 });
  const boxBefore = solveBoxQuadratic(quadratic, box);
  solveBoxQuadratic(quadratic, other);
  assert.deepEqual(solveBoxQuadratic(quadratic, box), boxBefore);
});

/** Two solvers that share no step; 1e-9 of the size of what the objective is made of. */
function assertSameObjective(program: BoxQuadraticProgram): void {
  const box = solveBoxQuadratic(quadratic, program);
  const general = solveQuadratic(quadratic, asGeneral(program));
  assertBoxOptimal(program, box);
  assert.equal(general.status, "optimal");
  const size = Math.max(...program.P.data.map(Math.abs), ...program.q.map(Math.abs));
  const [first, second] = [box.x, general.x].map((x) =>
    0.5 * quadraticForm(program.P, x) + x.reduce((sum, value, j) => sum + value * program.q[j], 0)
  );
  assert.ok(Math.abs(first - second) <= 1e-9 * size, `${first}, ${second}`);
}

function asGeneral({ P, q, budget, lower, upper }: BoxQuadraticProgram): QuadraticProgram {
  const n = q.length, rows = budget === null ? 0 : 1;
  const none = new Float64Array(0);
  return {
    P,
    q,
    A: matrix(rows, n, new Float64Array(rows * n).fill(1)),
    b: budget === null ? none : Float64Array.of(budget),
    G: matrix(0, n),
    l: none,
    u: none,
    lower,
    upper,
  };
}

/** Groups of eight assets; caps that are whole numbers of upper bounds make degenerate corners. */
function groupPrograms(): fc.Arbitrary<QuadraticProgram> {
  const n = 40, groups = 5;
  const number = fc.integer({ min: -16, max: 16 }).map((value) => value / 8);
  return fc.constantFrom(0, 3, 20, 60).chain((rank) =>
    fc.record({
      factor: fc.array(number, { minLength: n * rank, maxLength: n * rank }),
      q: fc.array(number, { minLength: n, maxLength: n }),
      floor: fc.constantFrom(0, 0.05, 0.1),
      cap: fc.constantFrom(0.18, 0.2, 0.24, 0.5),
      low: fc.constantFrom(0, -0.05),
      high: fc.constantFrom(0.03, 0.06, 1),
      loud: fc.boolean(),
    }).map(({ factor, q, floor, cap, low, high, loud }) => {
      const P = matrix(n, n);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          for (let k = 0; k < rank; k++) P.data[i * n + j] += factor[k * n + i] * factor[k * n + j];
        }
      }
      const G = matrix(groups, n);
      for (let j = 0; j < n; j++) G.data[(j % groups) * n + j] = 1;
      return {
        P,
        q: Float64Array.from(q, (value) => loud ? value : 0),
        A: matrix(1, n, new Float64Array(n).fill(1)),
        b: Float64Array.of(1),
        G,
        l: new Float64Array(groups).fill(floor),
        u: new Float64Array(groups).fill(cap),
        lower: new Float64Array(n).fill(low),
        upper: new Float64Array(n).fill(high),
      };
    })
  );
}

/** Small integers over 4 make ties, dependent rows and degenerate corners frequent. */
function programs(): fc.Arbitrary<QuadraticProgram> {
  const number = fc.integer({ min: -8, max: 8 }).map((value) => value / 4);
  const sizes = fc.record({
    n: fc.integer({ min: 1, max: 8 }),
    rank: fc.integer({ min: 0, max: 9 }),
    equalities: fc.integer({ min: 0, max: 3 }),
    inequalities: fc.integer({ min: 0, max: 5 }),
  });
  const many = (length: number) => fc.array(number, { minLength: length, maxLength: length });
  return sizes.chain(({ n, rank, equalities, inequalities }) =>
    fc.record({
      factor: many(n * rank),
      q: many(n),
      A: many(n * equalities),
      b: many(equalities),
      G: many(n * inequalities),
      l: fc.array(fc.oneof(number, fc.constant(-Infinity)), { minLength: inequalities, maxLength: inequalities }),
      width: fc.array(fc.constantFrom(0, 1, 4, Infinity), { minLength: inequalities, maxLength: inequalities }),
      lower: fc.array(fc.constantFrom(0, 0, -1, -Infinity), { minLength: n, maxLength: n }),
      room: fc.array(fc.constantFrom(0, 1, 1, 3, Infinity), { minLength: n, maxLength: n }),
      repeated: fc.boolean(),
    }).map(({ factor, q, A, b, G, l, width, lower, room, repeated }) => {
      if (repeated && equalities > 1) {
        for (let j = 0; j < n; j++) A[n + j] = 2 * A[j];
        b[1] = 2 * b[0];
      }
      const P = matrix(n, n);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          for (let k = 0; k < rank; k++) P.data[i * n + j] += factor[k * n + i] * factor[k * n + j];
        }
      }
      return {
        P,
        q: Float64Array.from(q),
        A: matrix(equalities, n, Float64Array.from(A)),
        b: Float64Array.from(b),
        G: matrix(inequalities, n, Float64Array.from(G)),
        l: Float64Array.from(l),
        u: Float64Array.from(l, (value, i) => value === -Infinity ? width[i] : value + width[i]),
        lower: Float64Array.from(lower),
        upper: Float64Array.from(lower, (value, i) => value === -Infinity ? room[i] : value + room[i]),
      };
    })
  );
}

/** The answers are solved on their active set to rounding, times the condition of random rows. */
const ANSWER_TOLERANCE = 1e-10;

function assertAnswer(program: QuadraticProgram, answer: QuadraticAnswer): void {
  if (answer.status === "infeasible") return assertFarkas(program, answer);
  if (answer.status === "unbounded") return assertUnbounded(program, answer);
  assert.equal(answer.status, "optimal");
  const { P, q, A, b, G, l, u, lower, upper } = program;
  const { x, y, z, v } = answer;
  const reach = Math.max(1, ...x.map(Math.abs), ...y.map(Math.abs), ...z.map(Math.abs), ...v.map(Math.abs));
  const near = (value: number, what: string): void => {
    assert.ok(Math.abs(value) <= ANSWER_TOLERANCE * reach, `${what}: ${value} at reach ${reach}`);
  };
  const gradient = timesVector(P, x).map((value, j) => value + q[j] + v[j]);
  addTransposed(gradient, A, y);
  addTransposed(gradient, G, z);
  gradient.forEach((value) => near(value, "stationarity"));
  timesVector(A, x).forEach((value, i) => near(value - b[i], "equality"));
  timesVector(G, x).forEach((value, i) => {
    near(Math.max(0, l[i] - value, value - u[i]), "row");
    if (z[i] !== 0 && l[i] !== u[i]) near(value - (z[i] > 0 ? u[i] : l[i]), "complementarity");
  });
  x.forEach((value, j) => {
    assert.ok(value >= lower[j] && value <= upper[j]);
    if (v[j] !== 0 && lower[j] !== upper[j]) assert.equal(value, v[j] > 0 ? upper[j] : lower[j]);
  });
}

function addTransposed(out: Float64Array, of: QuadraticProgram["A"], y: Float64Array): void {
  y.forEach((value, i) => out.forEach((_, j) => out[j] += value * of.data[i * of.columns + j]));
}

function assertFarkas({ A, b, G, l, u, lower, upper }: QuadraticProgram, { y, z, v }: QuadraticAnswer): void {
  const rest = v.slice();
  addTransposed(rest, A, y);
  addTransposed(rest, G, z);
  rest.forEach((value) => assert.ok(Math.abs(value) <= ANSWER_TOLERANCE, `A'y + G'z + v ${value}`));
  let support = y.reduce((sum, value, i) => sum + value * b[i], 0);
  z.forEach((value, i) => support += value === 0 ? 0 : value * (value > 0 ? u[i] : l[i]));
  v.forEach((value, j) => support += value === 0 ? 0 : value * (value > 0 ? upper[j] : lower[j]));
  assert.ok(support < 0, `support ${support}`);
}

function assertUnbounded({ P, q, A, G, l, u, lower, upper }: QuadraticProgram, { x }: QuadraticAnswer): void {
  const near = (value: number): void => assert.ok(Math.abs(value) <= 1e-6, `direction residual ${value}`);
  timesVector(P, x).forEach(near);
  timesVector(A, x).forEach(near);
  timesVector(G, x).forEach((value, i) => {
    if (l[i] > -Infinity) near(Math.min(0, value));
    if (u[i] < Infinity) near(Math.max(0, value));
  });
  x.forEach((value, j) => {
    if (lower[j] > -Infinity) near(Math.min(0, value));
    if (upper[j] < Infinity) near(Math.max(0, value));
  });
  assert.ok(x.reduce((sum, value, j) => sum + q[j] * value, 0) < 0);
}

/** Factors of few rows make P singular; repeated columns, fixed, infinite and crossed-sum bounds occur. */
function boxPrograms(): fc.Arbitrary<BoxQuadraticProgram> {
  const number = fc.integer({ min: -20, max: 20 }).map((value) => value / 8);
  return fc.record({ n: fc.integer({ min: 1, max: 12 }), rank: fc.integer({ min: 0, max: 14 }) }).chain(({ n, rank }) =>
    fc.record({
      factor: fc.array(number, { minLength: n * rank, maxLength: n * rank }),
      q: fc.oneof(fc.constant(new Array<number>(n).fill(0)), fc.array(number, { minLength: n, maxLength: n })),
      budget: fc.oneof(fc.constant(null), number, fc.constant(1)),
      low: fc.array(fc.oneof(fc.constant(0), number, fc.constant(-Infinity)), { minLength: n, maxLength: n }),
      room: fc.array(fc.oneof(fc.constantFrom(0, 1, Infinity), number.map(Math.abs)), { minLength: n, maxLength: n }),
      scale: fc.constantFrom(1, 1, 1e-12, 1e6),
      twin: fc.boolean(),
    }).map(({ factor, q, budget, low, room, scale, twin }) => {
      if (twin && n > 1) { for (let k = 0; k < rank; k++) factor[k * n + 1] = factor[k * n]; }
      const P = matrix(n, n);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          for (let k = 0; k < rank; k++) P.data[i * n + j] += scale * factor[k * n + i] * factor[k * n + j];
        }
      }
      const upper = Float64Array.from(low, (value, i) => value === -Infinity ? room[i] : value + room[i]);
      return { P, q: Float64Array.from(q, (value) => scale * value), budget, lower: Float64Array.from(low), upper };
    })
  );
}

function assertBoxOptimal({ P, q, budget, lower, upper }: BoxQuadraticProgram, answer: BoxAnswer): void {
  assert.equal(answer.status, "optimal");
  const { x, y, v } = answer;
  const gradient = timesVector(P, x);
  let size = 0;
  for (let i = 0; i < x.length; i++) {
    size = Math.max(size, Math.abs(q[i]), Math.abs(gradient[i]));
    for (let j = 0; j < x.length; j++) size = Math.max(size, Math.abs(P.data[i * x.length + j] * x[j]));
  }
  const reach = Math.max(Math.abs(budget ?? 0), ...[...lower, ...upper].map(Math.abs).filter(Number.isFinite));
  size = P.data.reduce((most, value) => Math.max(most, Math.abs(value) * reach), size);
  let sum = 0, length = 0;
  for (let i = 0; i < x.length; i++) {
    assert.ok(x[i] >= lower[i] && x[i] <= upper[i], `x ${x[i]} outside [${lower[i]}, ${upper[i]}]`);
    const residual = Math.abs(gradient[i] + q[i] + y + v[i]);
    assert.ok(residual <= KKT_TOLERANCE * size, `stationarity ${residual} against ${size}`);
    if (v[i] > 0) assert.equal(x[i], upper[i]);
    if (v[i] < 0) assert.equal(x[i], lower[i]);
    sum += x[i];
    length += Math.abs(x[i]);
  }
  if (budget === null) assert.equal(y, 0);
  else {assert.ok(
      Math.abs(sum - budget) <= 1e-15 * (x.length + 1) * Math.max(length, Math.abs(budget)),
      `sum ${sum}, budget ${budget}`,
    );}
}

function assertBoxInfeasible({ budget, lower, upper }: BoxQuadraticProgram, { y, v }: BoxAnswer): void {
  if (lower.some((value, i) => value > upper[i])) return;
  let support = (budget ?? 0) * y;
  for (let i = 0; i < v.length; i++) {
    assert.equal(y + v[i], 0);
    if (v[i] !== 0) support += v[i] > 0 ? upper[i] * v[i] : lower[i] * v[i];
  }
  assert.ok(support < 0, `support ${support}`);
}

function assertBoxUnbounded({ P, q, budget, lower, upper }: BoxQuadraticProgram, { x }: BoxAnswer): void {
  const size = P.data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  timesVector(P, x).forEach((value) => assert.ok(Math.abs(value) <= 1e-7 * size, `P x ${value}`));
  assert.ok(x.reduce((sum, value, i) => sum + q[i] * value, 0) < 0);
  if (budget !== null) assert.ok(Math.abs(x.reduce((sum, value) => sum + value, 0)) <= 1e-10);
  x.forEach((value, i) =>
    assert.ok(Math.abs(value) <= 1e-6 || (value > 0 ? upper[i] === Infinity : lower[i] === -Infinity))
  );
}
