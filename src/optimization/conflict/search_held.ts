import type { Kernels } from "../../kernels/mod.ts";
import { isOrdered } from "../cones/cone.ts";
import { isEpigraphCone } from "../cones/epigraph_cone.ts";
import { type Program, Variables } from "../program/program.ts";
import { supportRules } from "../weights/search_weights.ts";
import type { ProgramAnswer } from "../certify/program_answer.ts";
import { reduceProgram } from "../presolve/reduce_program.ts";
import { wholeOf } from "../presolve/reduction.ts";
import { searchSupports } from "../ways/integers/search_supports.ts";
import type { FoundSupport } from "../ways/integers/found_support.ts";
import { solveProgram } from "../solve_program.ts";
import { withoutBlocks } from "../program/without_blocks.ts";
import type { IntegerRule, RuleSystem } from "./rule_system.ts";
import { type WorkBudget, workOf } from "../work/work_budget.ts";

/**
 * Limits of the search for weights that keep the rules. The largest number of nodes is the first number divided by the
 * entries of the program, its variables times its rows, but at least the second and at most the third. A search that
 * needs more nodes is undecided.
 */
const ENTRIES = 5e6, LEAST_NODES = 30, MOST_NODES = 2000;

/** Cost of a program apart from its size, in entries. */
const OF_ITS_OWN = 2000;

function nodesAtMost({ size, rows }: Program): number {
  const nodes = Math.round(ENTRIES / (OF_ITS_OWN + size * rows.length));
  return Math.max(LEAST_NODES, Math.min(MOST_NODES, nodes));
}

/**
 * Minimises a program over the sets of held weights that the integer rules allow, by branch and bound. The first
 * variables of the program are the weights of the system.
 */
export function searchHeld(
  { problem, program: { scale } }: Pick<RuleSystem, "problem" | "program">,
  program: Program,
  { integers, kernels, budget, isEnough, nodes = nodesAtMost(program), solve = (one) => solveProgram(one, kernels) }: {
    readonly integers: readonly IntegerRule[];
    readonly kernels: Kernels;
    /** Null if work is not counted. */
    readonly budget: WorkBudget | null;
    /** Whether the search may stop at the first feasible weights. */
    readonly isEnough: boolean;
    /** Largest number of nodes; derived from the size of the program if absent. */
    readonly nodes?: number;
    readonly solve?: (program: Program) => ProgramAnswer;
  },
): FoundSupport {
  const rules = supportRules(
    integers.map(({ asked }) =>
      "count" in asked ? { leastSize: null, counts: [asked.count] } : { ...asked, counts: [] }
    ),
  );
  if (rules === null) throw new Error("Cannot search for assets to hold without a rule on them");
  const work = budget === null ? 0 : workOfProgram({ ...program, scale }, kernels);
  const counted = (one: Program): ProgramAnswer => {
    budget?.spend(work);
    return solve(one);
  };
  const weights = new Variables(0, problem.assets.length);
  return searchSupports({ program, weights, rules }, {
    relax: counted,
    bound: () => -Infinity,
    solve: counted,
    nodesAtMost: nodes,
    isEnough,
  });
}

/** The ways by tangents or by models solve about so many programs for one. `workOfProgram` counts them. */
const MODELS = 20;

/** Estimated work of solving a program. A cone that the conic kernel does not support counts as several solves. */
export function workOfProgram(program: Program, { linearAlgebra }: Kernels): number {
  const ordered = Array.from(program.blocks.keys()).filter((k) => {
    const { cone } = program.blocks[k];
    return isEpigraphCone(cone) || isOrdered(cone);
  });
  const rest = withoutBlocks(program, ordered);
  const { conic } = reduceProgram(rest, wholeOf(rest), { linearAlgebra, objectiveScale: 1, bounds: true });
  return ordered.length === 0 ? workOf(conic) : MODELS * workOf(conic);
}
