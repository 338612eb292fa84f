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

/** Variables and rows of the largest program that is worth another solve of the whole after a solver has failed. */
const LARGEST_DENSE = 1200;

/** Where no hinge costs anything, multipliers of 0 prove what an interior method only comes near. */
export const withoutHinges = another("without hinges", {
  suits: hasHinges,
  solve: ({ program, kernels }) => solveWithoutHinges(program, kernels),
});

/** The conic solver in place of the core's interior point. */
export const conesOfHinges = another("cones of hinges", {
  suits: (program) => hasHinges(program) && isSmall(program),
  solve: ({ program, kernels }) => solveByCones(program, kernels, wholeOf(program)),
});

/** Columns far larger than the rest that stand at their bounds hide the rest by their scale: left as they are. */
export const unscaledCones = another("unscaled cones", {
  suits: isSmall,
  solve: ({ program, kernels }) => solveByCones(program, kernels, wholeOf(program), { scaling: "none" }),
});

/** The same where they have to be held: rows and columns scaled alike. */
export const evenCones = another("even cones", {
  suits: isSmall,
  solve: ({ program, kernels }) => solveByCones(program, kernels, wholeOf(program), { scaling: "both" }),
});

/** The dense solver, whose answers stand exactly at their limits. */
export const dense = another("dense", {
  suits: () => true,
  solve: ({ program, kernels }) =>
    solveDense(program, kernels, wholeOf(program), (variables, rows) => variables + rows <= LARGEST_DENSE),
});

/** Whether a program is worth another solve of the whole, and has cones that solvers have. */
export function isSmall(program: Program): boolean {
  return program.size + program.rows.length <= LARGEST_DENSE;
}

/** Whether a program has only cones that solvers have. */
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
