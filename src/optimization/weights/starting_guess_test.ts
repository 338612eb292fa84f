import assert from "node:assert/strict";
import { loadKernels } from "../../kernels/mod.ts";
import { marketOfMoments, problemOf } from "../../../tests/support/sample_problem.ts";
import { type GuessPortfolio, startingGuess } from "./starting_guess.ts";
import { weightProgram } from "./weight_program.ts";

const kernels = await loadKernels(null);

function guessedBy(guesses: readonly GuessPortfolio[], means: readonly number[]): number[] {
  const problem = problemOf(marketOfMoments(means, [[0.04, 0], [0, 0.16]]), {});
  return [...startingGuess(weightProgram(problem), problem, { kernels, guesses })];
}

Deno.test("the starting guess is the mean of the likely portfolios", () => {
  assert.deepEqual(guessedBy(["minimum_variance", "maximum_return"], [0.01, 0.02]), [0.4, 0.6]);
});

Deno.test("the starting guess is equal weights where no portfolio is likely or none is found", () => {
  assert.deepEqual(guessedBy([], [0.01, 0.02]), [0.5, 0.5]);
  assert.deepEqual(guessedBy(["tangency"], [-0.01, -0.02]), [0.5, 0.5]);
});
