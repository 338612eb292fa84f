import assert from "node:assert/strict";
import { testInTurn } from "../../../../tests/support/tier.ts";
import { matrix } from "../../../domain/matrix.ts";
import { loadKernels } from "../../../kernels/mod.ts";
import { objectiveAt } from "../../../../tests/support/objective_at.ts";
import { randomNumbers } from "../../../../tests/support/sample_problem.ts";
import { Affine, type Program } from "../../program/program.ts";
import { ProgramBuilder } from "../../program/program_builder.ts";
import { polish } from "../../refine/polish.ts";
import { meets } from "../../certify/proof.ts";
import { wholeOf } from "../../presolve/reduction.ts";
import { solveHinges } from "../../engines/solve_hinges.ts";
import { solveLazily } from "./solve_lazily.ts";

const kernels = await loadKernels(null);

const ASSETS = 6, SCENARIOS = 4_000, WORST = 0.05 * SCENARIOS;
const EQUAL: readonly number[] = new Array(ASSETS).fill(1 / ASSETS);

/** The mean of the worst losses of equal or other weights, or the mean loss, by a hinge a scenario, and a guess. */
function hingedProgram(
  seed: number,
  what: "tail" | "losses",
  start = EQUAL,
): { program: Program; guess: Float64Array } {
  const random = randomNumbers(seed), builder = new ProgramBuilder();
  const draw = (_: unknown, k: number): number => (1 + k % ASSETS) * (random() + random() + random() - 1.4);
  const losses = matrix(SCENARIOS, ASSETS, Float64Array.from({ length: SCENARIOS * ASSETS }, draw));
  const weights = builder.variables(ASSETS, 0, 0.6);
  builder.equal(weights.sum(), Affine.constant(1));
  const of = weights.mapped(losses);
  if (what === "losses") builder.minimize(builder.hinge(of).sum().times(1 / SCENARIOS));
  else {
    const threshold = builder.variables(1), place = (values: Float64Array): number => values.toSorted().at(-WORST) ?? 0;
    builder.minimize(threshold.at(0).plus(builder.hinge(of, { threshold, place }).sum().times(1 / WORST)));
  }
  const guess = new Float64Array(builder.size);
  guess.set(start, weights.offset);
  builder.settle(guess);
  return { program: builder.build(), guess };
}

for (const what of ["tail", "losses"] as const) {
  Deno.test(
    testInTurn(
      `thousands of hinges of ${what} have a proven optimum that few of them decide, that of all within 1e-9`,
      () => {
        for (let seed = 1; seed <= 4; seed++) {
          const { program, guess } = hingedProgram(seed, what);
          const few = solveLazily(program, kernels, { guess }), all = solveHinges(program, kernels, wholeOf(program));
          assert.ok(few.status === "solved" && all?.status === "solved", `seed ${seed}`);
          const polished = polish(program, few.point, kernels);
          assert.ok(meets(polished.residuals), `seed ${seed}: ${JSON.stringify(polished.residuals)}`);
          const [a, b] = [polished.point.x, all.point.x].map((x) => objectiveAt(program, x));
          assert.ok(a - b < 1e-9 * Math.abs(b), `seed ${seed}: ${a}, ${b}`);
        }
      },
    ),
  );
}

Deno.test("thousands of hinges are solved by the core from a guess that is far off", () => {
  for (let seed = 1; seed <= 4; seed++) {
    const { program, guess } = hingedProgram(seed, "tail", [0.4, 0, 0, 0, 0, 0.6]);
    const answer = solveLazily(program, kernels, { guess });
    assert.deepEqual([answer.status, answer.solver], ["solved", "core"], `seed ${seed}`);
  }
});
