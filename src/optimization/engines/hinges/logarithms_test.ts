import assert from "node:assert/strict";
import { bareProgram, breachOf, inner, randomProgram, rowOf } from "../../../../tests/support/hinge_programs.ts";
import { randomNumbers } from "../../../../tests/support/sample_problem.ts";
import { matrix } from "../../../domain/matrix.ts";
import { loadKernels } from "../../../kernels/mod.ts";

const { hinges, linearAlgebra } = await loadKernels(null);
const OPTIONS = { tolerance: 1e-10, maxIterations: 40 };

Deno.test("with logarithms of the variables each variable contributes its share to the variance", () => {
  for (let seed = 1; seed <= 30; seed++) {
    const random = randomNumbers(seed), n = 3 + seed;
    const root = matrix(n + 2, n, Float64Array.from({ length: n * (n + 2) }, () => random() - 0.3));
    const shares = Float64Array.from({ length: n }, () => 0.1 + random());
    const program = {
      ...bareProgram(linearAlgebra.crossProduct(root)),
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
      ...bareProgram(matrix(n, n)),
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
  const program = { ...bareProgram(matrix(1, 1, Float64Array.of(1))), lower: Float64Array.of(-Infinity) };
  const logarithms = { lower: Float64Array.of(1), rows: new Float64Array(0) };
  assert.throws(() => hinges.solve({ ...program, logarithms }, OPTIONS), RangeError);
});
