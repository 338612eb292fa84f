import assert from "node:assert/strict";
import { matrix } from "../../domain/matrix.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { randomProblem } from "../../../tests/support/random_problem.ts";
import { marketOfMoments, problemOf, solveBy, weightsOfSolution } from "../../../tests/support/sample_problem.ts";
import { partOf } from "../../../tests/support/tier.ts";
import { Affine } from "../program/program.ts";
import { ProgramBuilder } from "../program/program_builder.ts";
import { PROOF } from "../certify/proof.ts";
import { solveProgram } from "../solve_program.ts";
import { widenLimits } from "./widen_limits.ts";

const kernels = await loadKernels(null);

const market = marketOfMoments([0.001, 0.002, 0.003], [[4e-4, 1e-4, 0], [1e-4, 3e-4, 0], [0, 0, 5e-4]]);

Deno.test("upper bounds whose sum misses the budget by less than 1e-9 are the optimal weights", () => {
  for (const max of [0.3333333333, 1 / 3 - 1e-12]) {
    const problem = problemOf(market, { constraints: { weight_bounds: { max } } });
    for (const method of ["min_volatility", "max_return", "max_sharpe"]) {
      const solution = solveBy(method, problem, { kernels });
      assert.equal(solution.status, "optimal", `${method} ${max}: ${solution.detail}`);
      for (const weight of weightsOfSolution(solution)) assert.ok(Math.abs(weight - 1 / 3) < 2e-9, `${weight}`);
    }
  }
});

Deno.test("upper bounds whose sum misses the budget by 1e-8 are infeasible", () => {
  const problem = problemOf(market, { constraints: { weight_bounds: { max: 0.33333333 } } });
  for (const method of ["min_volatility", "max_return", "max_sharpe"]) {
    assert.equal(solveBy(method, problem, { kernels }).status, "infeasible", method);
  }
});

Deno.test("efficient_return meets targets up to a few 1e-9 beyond the largest return, and none beyond that", () => {
  for (const seed of partOf([50147, 50195, 50387, 50465, 50561, 50645])) {
    const { market: random, rules } = randomProblem(seed), problem = problemOf(random, rules);
    const best = solveBy("max_return", problem, { kernels }).objective?.value ?? NaN;
    const statuses = Array.from({ length: 21 }, (_, k) => {
      const target_return = problem.periodsPerYear * best + 10 ** (k / 4 - 11);
      return solveBy("efficient_return", problem, { kernels, parameters: { target_return } }).status;
    });
    const met = statuses.lastIndexOf("optimal") + 1;
    assert.deepEqual(statuses, statuses.map((_, k) => k < met ? "optimal" : "infeasible"), `${seed}`);
    assert.ok(met > 7 && met < 12, `${seed}: ${met}`);
  }
});

Deno.test("the least CVaR at a return just above the largest is optimal: no weight goes below 0 to reach it", () => {
  for (const seed of [22, 36, 43]) {
    const { market: random, rules } = randomProblem(seed), { min_return: _, ...constraints } = rules.constraints ?? {};
    const free = problemOf(random, { ...rules, constraints });
    const largest = free.periodsPerYear * (solveBy("max_return", free, { kernels }).objective?.value ?? NaN);
    for (const beyond of [1e-10, 1e-9]) {
      const min_return = largest * (1 + beyond);
      const problem = problemOf(random, { ...rules, constraints: { ...constraints, min_return } });
      const solution = solveBy("min_cvar", problem, { kernels });
      assert.equal(solution.status, "optimal", `${seed}, ${beyond}: ${solution.detail}`);
      assert.ok(weightsOfSolution(solution).every((weight) => weight >= 0), `${seed}`);
    }
  }
});

Deno.test("equalities that differ by less than 1e-9 are met between them", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2, 0);
  builder.minimizeQuadratic(x, matrix(2, 2, Float64Array.of(1, 0, 0, 1)));
  builder.equal(x.sum(), Affine.constant(1));
  builder.equal(x.sum().times(2), Affine.constant(2 + 1e-9));
  const { status, point } = solveProgram(builder.build(), kernels);
  assert.equal(status, "optimal");
  assert.ok(point !== null && Math.abs(point.x[0] - 0.5) < 1e-9);
});

Deno.test("multipliers of a widened program return to the given one, those of both rows of an equality as one", () => {
  const builder = new ProgramBuilder();
  const x = builder.variables(2, 0);
  builder.equal(x.sum(), Affine.constant(1));
  builder.atMost(x.at(0), Affine.constant(0.25));
  const program = builder.build(), widened = widenLimits(program);
  const { z } = widened.back({ x: Float64Array.of(0.25, 0.75), z: Float64Array.of(3, 2, 1) });
  assert.deepEqual([...z], [2, 2]);
  const slacks = widened.program.rows.evaluate(Float64Array.of(0.25, 0.75));
  assert.ok(slacks.every((slack) => slack > 0 && slack < PROOF.primal));
});
