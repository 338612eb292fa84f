import { CoreInstance } from "../../src/kernels/core_instance.ts";
import { type LinearAnswer, type LinearProgram, LinearSolver, type Minimise } from "../../src/kernels/linear.ts";
import type { Kernels } from "../../src/kernels/mod.ts";
import { randomNumbers } from "./sample_problem.ts";

/**
 * Kinds of false answers of the linear program solver in tests: random points or multipliers called optimal, a false
 * status `infeasible`, `unbounded` (with a random ray) or `iteration_limit` (with a random point), or numbers that are
 * NaN.
 */
export const LINEAR_LIES = ["points", "multipliers", "infeasible", "unbounded", "stalled", "NaN"] as const;
export type LinearLie = typeof LINEAR_LIES[number];

/**
 * Test helper. Returns the given numeric kernels with another solver of linear programs, which gives wrong answers of
 * one kind, so that a test can check that the service notices them.
 */
export async function lyingLinearKernels(honest: Kernels, lie: LinearLie): Promise<Kernels> {
  return { ...honest, linear: new LyingLinear(await CoreInstance.load(), lie) };
}

class LyingLinear extends LinearSolver {
  readonly #lie: LinearLie;
  readonly #random = randomNumbers(11);

  constructor(instance: CoreInstance, lie: LinearLie) {
    super(instance);
    this.#lie = lie;
  }

  override run<Made>(program: LinearProgram, compute: (minimise: Minimise) => Made): Made {
    return super.run(program, (minimise) => compute((objective) => this.#told(minimise(objective))));
  }

  #told(honest: LinearAnswer): LinearAnswer {
    const drawn = (like: Float64Array): Float64Array => like.map(() => this.#random() - 0.5);
    switch (this.#lie) {
      case "points":
        return { ...honest, status: "optimal", x: drawn(honest.x) };
      case "multipliers":
        return { ...honest, status: "optimal", y: drawn(honest.y) };
      case "infeasible":
        return { ...honest, status: "infeasible" };
      case "unbounded":
        return { ...honest, status: "unbounded", ray: drawn(honest.x) };
      case "stalled":
        return { ...honest, status: "iteration_limit", x: drawn(honest.x) };
      case "NaN":
        return { ...honest, status: "optimal", x: honest.x.map(() => NaN), y: honest.y.map(() => NaN) };
    }
  }
}
