import type { WorkBudget } from "../work/work_budget.ts";

/**
 * Minimises Σ costs[k] over the sets of elements that intersect each given set; costs[k] > 0. Branch and bound on the
 * elements of the smallest set that is not yet hit. Throws `OutOfWork`.
 */
export function smallestHittingSet(
  sets: readonly (readonly number[])[],
  costs: readonly number[],
  budget: WorkBudget,
): number[] {
  const branchWork = sets.reduce((sum, set) => sum + PER_ELEMENT * set.length, 0);
  let best: number[] = costs.map((_, k) => k), bestCost = Infinity;
  const search = (taken: readonly number[], cost: number, excluded: ReadonlySet<number>): void => {
    if (cost >= bestCost) return;
    budget.spend(branchWork);
    const open = sets.filter((set) => !set.some((element) => taken.includes(element)));
    if (open.length === 0) {
      best = [...taken];
      bestCost = cost;
      return;
    }
    const choices = open.map((set) => set.filter((element) => !excluded.has(element)));
    const tightest = choices.reduce((least, choice) => choice.length < least.length ? choice : least);
    const passed = new Set(excluded);
    for (const element of tightest) {
      search([...taken, element], cost + costs[element], passed);
      passed.add(element);
    }
  };
  search([], 0, new Set());
  return best.sort((a, b) => a - b);
}

/** Operations that a branch of the search spends on each element of the sets. */
const PER_ELEMENT = 20;
