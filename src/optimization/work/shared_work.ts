import type { Kernels } from "../../kernels/mod.ts";
import { countedKernels } from "./counted_kernels.ts";
import { CountedWork, withinBudget, WorkBudget } from "./work_budget.ts";

/** The work of a request, from which all that it computes takes: about nanoseconds of one core, counted by no clock. */
export class SharedWork extends CountedWork {
  /** What is found by kernels that count, within some of what is left; null where that is used up before. */
  within<Found>(most: number, kernels: Kernels, find: (counted: Kernels, own: WorkBudget) => Found): Found | null {
    if (!(this.left > 0)) return null;
    const given = Math.min(most, this.left), own = new WorkBudget(given);
    try {
      return withinBudget(own, () => find(countedKernels(kernels, own), own));
    } finally {
      this.spend(given - own.left);
    }
  }
}
