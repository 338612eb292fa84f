import assert from "node:assert/strict";
import { bareProgram, breachOf, randomProgram } from "../../../../tests/support/hinge_programs.ts";
import { randomNumbers } from "../../../../tests/support/sample_problem.ts";
import { matrix } from "../../../domain/matrix.ts";
import { loadKernels } from "../../../kernels/mod.ts";
import type { HingeProgram } from "./hinge_program.ts";

const { hinges } = await loadKernels(null);
const OPTIONS = { tolerance: 1e-10, maxIterations: 40 };

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
    ...bareProgram(P),
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

Deno.test("where rounding hides the rest, a program ends in few iterations, with what it came to", () => {
  for (let seed = 0; seed < 20; seed++) {
    const program = randomProgram(seed);
    const answer = hinges.solve(program, { tolerance: 1e-17, maxIterations: 500 });
    assert.ok(answer.iterations < 60, `seed ${seed}: ${answer.iterations} iterations`);
    assert.ok(breachOf(program, answer) < 1e-8, `seed ${seed}: ${breachOf(program, answer)}`);
  }
});
