import assert from "node:assert/strict";
import fc from "fast-check";
import { matrix, timesVector } from "../domain/matrix.ts";
import { CoreInstance } from "./core_instance.ts";
import { solveBoxQuadratic } from "./quadratic.ts";
import type { BoxQuadraticAnswer, BoxQuadraticProgram } from "./types.ts";

const instance = await CoreInstance.load();

/** Residuals are sums of some hundred products of doubles; the solver stops below 1e-12 relative. */
const KKT_TOLERANCE = 1e-10;

Deno.test("a box program's answer is optimal, with exact bounds and budget, for every positive semidefinite P", () => {
  fc.assert(
    fc.property(boxPrograms(), (program) => {
      const answer = solveBoxQuadratic(instance, program);
      if (answer.status === "infeasible") return assertBoxInfeasible(program, answer);
      if (answer.status === "unbounded") return assertBoxUnbounded(program, answer);
      assertBoxOptimal(program, answer);
    }),
    { numRuns: 2000, seed: 1 },
  );
});

Deno.test("a box program started from any active set has the objective of the cold start", () => {
  fc.assert(
    fc.property(
      boxPrograms(),
      fc.array(fc.constantFrom(-1, 0, 1), { minLength: 12, maxLength: 12 }),
      (program, sides) => {
        const cold = solveBoxQuadratic(instance, program);
        const bounds = Int8Array.from(sides.slice(0, program.q.length));
        const warm = solveBoxQuadratic(instance, program, { warmStart: { bounds, rows: new Int8Array(0) } });
        assert.equal(warm.status, cold.status);
        if (cold.status === "optimal") assertBoxOptimal(program, warm);
      },
    ),
    { numRuns: 2000, seed: 3 },
  );
});

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

function assertBoxOptimal({ P, q, budget, lower, upper }: BoxQuadraticProgram, answer: BoxQuadraticAnswer): void {
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

function assertBoxInfeasible({ budget, lower, upper }: BoxQuadraticProgram, { y, v }: BoxQuadraticAnswer): void {
  if (lower.some((value, i) => value > upper[i])) return;
  let support = (budget ?? 0) * y;
  for (let i = 0; i < v.length; i++) {
    assert.equal(y + v[i], 0);
    if (v[i] !== 0) support += v[i] > 0 ? upper[i] * v[i] : lower[i] * v[i];
  }
  assert.ok(support < 0, `support ${support}`);
}

function assertBoxUnbounded({ P, q, budget, lower, upper }: BoxQuadraticProgram, { x }: BoxQuadraticAnswer): void {
  const size = P.data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  timesVector(P, x).forEach((value) => assert.ok(Math.abs(value) <= 1e-7 * size, `P x ${value}`));
  assert.ok(x.reduce((sum, value, i) => sum + q[i] * value, 0) < 0);
  if (budget !== null) assert.ok(Math.abs(x.reduce((sum, value) => sum + value, 0)) <= 1e-10);
  x.forEach((value, i) => assert.ok(value === 0 || (value > 0 ? upper[i] === Infinity : lower[i] === -Infinity)));
}
