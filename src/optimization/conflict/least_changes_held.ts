import type { Kernels } from "../../kernels/mod.ts";
import type { LimitName } from "../problem.ts";
import { Affine, type Program } from "../program/program.ts";
import type { ProgramAnswer } from "../certify/program_answer.ts";
import type { FoundSupport } from "../ways/integers/found_support.ts";
import { withRows } from "../program/with_rows.ts";
import type { BoundPart, RuleSystem } from "./rule_system.ts";
import { searchHeld } from "./search_held.ts";
import type { WorkBudget } from "../work/work_budget.ts";

/**
 * A limit whose change is a variable of a program that `relaxed` of `relax_limits.ts` builds. `part` is the limit on
 * weights that changes; null if the limit stands in rows.
 */
export interface ChangedLimit {
  readonly limit: LimitName;
  readonly from: number;
  readonly part: BoundPart | null;
  /** Upper bound on the change. */
  readonly changeAtMost: number;
}

/**
 * Each search asks for a sum of changes that is smaller than the last one by the first number times that sum, and at
 * least by the second number.
 */
const SMALLER = 1e-6, SMALLEST = 1e-8;

/** Largest number of ever smaller sums that `leastChangesHeld` finds before it gives up. */
const SUMS_AT_MOST = 60;

/**
 * Minimises the sum of changes of limits under integer rules. The last variables of `program` are the changes, and its
 * objective is their sum. A search finds some set of held weights and the least sum for it. Each further search
 * requires a smaller sum, which also narrows the bounds of weights, until none is proven to exist. Returns the point of
 * the least sum; `none` if it is proven that no changes make the rules feasible. Throws `OutOfWork`.
 */
export function leastChangesHeld(
  system: RuleSystem,
  program: Program,
  { limits, kernels, budget, solve }: {
    readonly limits: readonly ChangedLimit[];
    readonly kernels: Kernels;
    readonly budget: WorkBudget;
    readonly solve: (program: Program) => ProgramAnswer;
  },
): Float64Array | "none" | "unproven" {
  const search = (sum: number): FoundSupport =>
    searchHeld(system, withSum(program, system, { limits, sum }), {
      integers: system.integers,
      kernels,
      budget,
      isEnough: true,
      solve,
    });
  let { best, status } = search(Infinity);
  if (best === null) return status === "infeasible" ? "none" : "unproven";
  for (let found = 0; found < SUMS_AT_MOST; found++) {
    const { value, point: { x } } = best, sum: number = value - Math.max(SMALLER * value, SMALLEST);
    if (sum < 0) return x;
    ({ best, status } = search(sum));
    if (best === null) return status === "infeasible" ? x : "unproven";
  }
  return "unproven";
}

/** The program with a limit on the sum of changes; no bound moves by more than that sum. */
function withSum(
  program: Program,
  { parts, program: { size } }: RuleSystem,
  { limits, sum }: { readonly limits: readonly ChangedLimit[]; readonly sum: number },
): Program {
  const lower = program.lower.slice(), upper = program.upper.slice();
  for (const { part, limit, from, changeAtMost } of limits) {
    if (part === null) continue;
    const change = Math.min(sum, changeAtMost);
    parts[limit].forEach((one, j) => {
      if (one !== part) return;
      if (limit === "min") lower[j] = from - change;
      else upper[j] = from + change;
    });
  }
  const changes = Affine.identity(size, limits.length).sum();
  return withRows({ ...program, lower, upper }, sum < Infinity ? [Affine.constant(sum).minus(changes)] : []);
}
