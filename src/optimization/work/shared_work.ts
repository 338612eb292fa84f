import type { Kernels } from "../../kernels/mod.ts";
import { countedKernels } from "./counted_kernels.ts";
import { CountedWork, withinBudget, WorkBudget } from "./work_budget.ts";

/**
 * The work that one request may still take, shared by all its computations. A unit is about a nanosecond of one core,
 * counted without a clock.
 */
export class SharedWork extends CountedWork {
  /**
   * Runs `find` with kernels that charge at most `most` of the remaining work. Returns null if `find` needs more, or if
   * no work remains.
   */
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
