/**
 * A set of least cost that has an element in common with each of the given sets; element k costs costs[k] > 0. Branch and
 * bound: some element of the smallest set not yet hit must be taken.
 */
export function smallestHittingSet(sets: readonly (readonly number[])[], costs: readonly number[]): number[] {
  let best: number[] = costs.map((_, k) => k), bestCost = Infinity;
  const search = (taken: readonly number[], cost: number, excluded: ReadonlySet<number>): void => {
    if (cost >= bestCost) return;
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
