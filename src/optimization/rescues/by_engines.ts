import { hasEpigraphs, hasOrdered } from "../program/kinds_of_cones.ts";
import { solveByCones } from "../engines/solve_by_cones.ts";
import { solveDense } from "../engines/solve_dense.ts";
import type { ReducedAnswer } from "../presolve/reduced_answer.ts";
import { wholeOf } from "../presolve/reduction.ts";
import type { Program } from "../program/program.ts";
import { proven } from "../ways/proven.ts";
import type { Task } from "../ways/way.ts";
import type { Rescue } from "./rescue.ts";
import { solveWithoutHinges } from "./solve_without_hinges.ts";

/** Most variables and rows together of a program that a rescue solves again as a whole. */
const LARGEST_DENSE = 1200;

/**
 * Looks for an answer at which no hinge costs anything. Multipliers of 0 prove it, and an interior-point method only
 * approaches them.
 */
export const withoutHinges = another("without hinges", {
  suits: hasHinges,
  solve: ({ program, kernels }) => solveWithoutHinges(program, kernels),
});

/** Solves with the conic solver instead of the core's interior-point method for hinges. */
export const conesOfHinges = another("cones of hinges", {
  suits: (program) => hasHinges(program) && isSmall(program),
  solve: ({ program, kernels }) => solveByCones(program, kernels, wholeOf(program)),
});

/**
 * Solves with the conic solver without scaling, for variables at their bounds whose columns are far larger than the
 * rest: a scale that suits these columns leaves the rest few digits.
 */
export const unscaledCones = another("unscaled cones", {
  suits: isSmall,
  solve: ({ program, kernels }) => solveByCones(program, kernels, wholeOf(program), { scaling: "none" }),
});

/**
 * Solves with the conic solver and scales rows and columns alike, for large columns whose variables are not at bounds.
 */
export const evenCones = another("even cones", {
  suits: isSmall,
  solve: ({ program, kernels }) => solveByCones(program, kernels, wholeOf(program), { scaling: "both" }),
});

/** Solves with the dense solver, whose answers lie exactly on their active limits. */
export const dense = another("dense", {
  suits: () => true,
  solve: ({ program, kernels }) =>
    solveDense(program, kernels, wholeOf(program), (variables, rows) => variables + rows <= LARGEST_DENSE),
});

/** Whether a program is small enough for a rescue to solve it again as a whole. */
export function isSmall(program: Program): boolean {
  return program.size + program.rows.length <= LARGEST_DENSE;
}

/** Whether the engines support all cones of a program: it has no epigraphs and no ordered sums. */
export function hasSolversCones(program: Program): boolean {
  return !hasEpigraphs(program) && !hasOrdered(program);
}

function hasHinges({ hinges }: Program): boolean {
  return hinges.row.length > 0;
}

function another(
  id: string,
  { suits, solve }: { suits: (program: Program) => boolean; solve: (task: Task) => ReducedAnswer | null },
): Rescue {
  return {
    id,
    suits: ({ program }) => hasSolversCones(program) && suits(program),
    solve(task, { iterations }) {
      const solved = solve(task);
      if (solved === null) return null;
      const better = proven(task.program, solved, task.kernels);
      return better.status === "not_proven" ? null : { ...better, iterations: iterations + better.iterations };
    },
  };
}
