import { maximumNorm } from "../../../domain/matrix.ts";
import type { Kernels } from "../../../kernels/mod.ts";
import { type Point, settled as withSetVariables } from "../../program/point.ts";
import { reducedCostsAt } from "../../program/reduced_costs.ts";
import {
  areManyUndecided,
  areSquared,
  decideByGuess,
  decideHinges,
  excessAt,
  undecideHinges,
  wrongHinges,
} from "./decide_hinges.ts";
import { decideMaxima, misplacedMaxima, withMaxima } from "./decide_maxima.ts";
import { provesInfeasible } from "../../certify/proves_infeasible.ts";
import { type Program, quadraticTimes } from "../../program/program.ts";
import { type Reduction, RETAINED } from "../../presolve/reduction.ts";
import type { ReducedAnswer } from "../../presolve/reduced_answer.ts";
import { solveHinges } from "../../engines/solve_hinges.ts";
import { solveReduced } from "../../engines/mod.ts";
import { Stack } from "../../presolve/stack.ts";
import { batchAt, reductionAt, takeIn } from "../../presolve/take_in.ts";
import { ROUGH_HINGES } from "../../engines/accuracy.ts";
import { BROKEN_ROW } from "../../program/rounding.ts";
import { settledVariables } from "../../program/settled_variables.ts";

/** Number of rounds that decide hinges. After them the number of undecided hinges only grows, so the search ends. */
const DECIDING_ROUNDS = 10;
/** The same number for programs with running maxima, where each change of a maximum moves all later ones. */
const DECIDING_ROUNDS_OF_MAXIMA = 2;

/**
 * Solves a program of many variables and hinges by rounds with few of them. The guess decides most hinges, off at u = 0
 * or on at u = a. Hinges near their kink stay undecided, and only the variables that the guess uses are free. After
 * each round, hinges on the wrong side of their kink become undecided, and variables with a negative reduced cost
 * become free. If a round is infeasible, variables that can repair its rows become free. If nothing changes, the answer
 * is one of the whole program.
 *
 * With `isOneRound`, the answer of the first round is returned. Returns `unsolved` if a round has no answer, which may
 * be due to its decisions.
 */
export function solveLazily(
  program: Program,
  kernels: Kernels,
  { guess, isOneRound = false }: { readonly guess: Float64Array; readonly isOneRound?: boolean },
): ReducedAnswer {
  const reduction = startingReduction(program, guess);
  const decidingRounds = program.maxima.length > 0 ? DECIDING_ROUNDS_OF_MAXIMA : DECIDING_ROUNDS;
  let iterations = 0, moving = movingOf(program, reduction);
  for (let round = 0;; round++) {
    const mayDecide = round < decidingRounds;
    const rough = mayDecide && !isOneRound ? solveRoughly(program, kernels, reduction, moving) : null;
    const solved = rough ?? solveReduced(program, kernels, reduction);
    iterations += solved.iterations;
    if (solved.status === "infeasible") {
      if (provesInfeasible(program, solved.multipliers)) return { ...solved, iterations };
      const costs = new Float64Array(program.size);
      program.rows.addTransposed(solved.multipliers, costs, { factor: -1 });
      if (takeIn(program, reduction, costs) > 0) {
        moving = movingOf(program, reduction);
        continue;
      }
    }
    if (solved.status !== "solved") return { status: "unsolved", solver: solved.solver, iterations };
    const { x, z } = solved.point;
    const settled = withMaxima(program, x);
    if (isOneRound) return { ...solved, point: { x: settled, z }, iterations };
    const excess = excessAt(program, settled);
    const costs = reducedCostsAt(program, quadraticTimes(program, x), z);
    const taken = takeIn(program, reduction, costs, { most: batchAt(program, reduction, { x, round }) });
    const wrong = wrongHinges(program, reduction, { x, excess });
    const tolerance = BROKEN_ROW * maximumNorm(x);
    if (
      rough === null && taken + wrong.length === 0 && misplacedMaxima(program, reduction, { x, tolerance }).length === 0
    ) {
      return { ...solved, point: { x: settled, z }, iterations };
    }
    if (taken > 0) moving = movingOf(program, reduction);
    if (mayDecide) decideHinges(program, reduction, { excess: () => excessToDecideBy(program, solved.point), moving });
    undecideHinges(program, reduction, wrong);
    const misplaced = misplacedMaxima(program, reduction, { x, tolerance });
    if (mayDecide) decideMaxima(program, reduction, { x, used: () => movingOf(program, reduction) });
    for (const row of misplaced) reduction.rows[row] = RETAINED;
  }
}

/**
 * Returns the expression a of each hinge u = max(0, a) at a point, after the point's thresholds are recomputed from all
 * scenarios. The threshold that the reduced program found is optimal only for its undecided hinges. Decided by it, more
 * hinges could be positive than in the whole program, and the next threshold would be unbounded.
 */
function excessToDecideBy(program: Program, point: Point): Float64Array {
  return excessAt(program, withSetVariables(program, point).x);
}

function startingReduction(program: Program, guess: Float64Array): Reduction {
  const reduction = reductionAt(program, guess);
  decideByGuess(program, reduction, { excess: excessAt(program, guess), moving: movingOf(program, reduction) });
  decideMaxima(program, reduction, { x: guess, used: () => movingOf(program, reduction) });
  return reduction;
}

/**
 * Solves to low accuracy if many hinges are undecided. The answer decides most of them, and the next round solves for
 * the rest. Returns null if few hinges are undecided or hinges are squared.
 */
function solveRoughly(
  program: Program,
  kernels: Kernels,
  reduction: Reduction,
  moving: number,
): ReducedAnswer | null {
  if (areSquared(program) || !areManyUndecided(program, reduction, moving)) return null;
  return solveHinges(program, kernels, reduction, ROUGH_HINGES);
}

/** Number of free variables that neither a hinge, a running maximum nor a substitution sets. */
function movingOf(program: Program, reduction: Reduction): number {
  const isSettled = settledVariables(program), { variables } = new Stack(program, reduction);
  let moving = 0;
  for (let j = 0; j < program.size; j++) if (reduction.free[j] && !isSettled[j] && !variables.has(j)) moving++;
  return moving;
}
