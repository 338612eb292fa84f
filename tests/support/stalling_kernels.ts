import { CoreInstance } from "../../src/kernels/core_instance.ts";
import type { Kernels } from "../../src/kernels/mod.ts";
import { NormalMatrices } from "../../src/kernels/normal_matrix.ts";
import {
  type BoxQuadraticAnswer,
  type BoxQuadraticOptions,
  type BoxQuadraticProgram,
  type QuadraticAnswer,
  type QuadraticOptions,
  type QuadraticProgram,
  QuadraticSolver,
} from "../../src/kernels/quadratic.ts";
import type { HingeAnswer, HingeOptions, HingeProgram } from "../../src/optimization/engines/hinges/hinge_program.ts";
import { HingeSolver } from "../../src/optimization/engines/hinges/hinge_solver.ts";

/**
 * Fraction of the way towards another point by which the stalling quadratic solver moves its optimum away. It moves the
 * optimum because the real solver has no limit on iterations that a test could lower.
 */
const SHORT_OF = 1e-3;

/**
 * Test helper. Returns numeric kernels whose conic, quadratic and hinge solvers stop short of the optimum, however
 * often they are called. `iterations` limits the conic and the hinge solver.
 */
export async function stallingKernels(honest: Kernels, { iterations }: { iterations: number }): Promise<Kernels> {
  const instance = await CoreInstance.load();
  return {
    ...honest,
    conic: { solve: (program, options) => honest.conic.solve(program, { ...options, maxIterations: iterations }) },
    quadratic: new StallingQuadratic(instance),
    hinges: new StallingHinges(instance, iterations),
  };
}

class StallingQuadratic extends QuadraticSolver {
  override solve(program: QuadraticProgram, options: QuadraticOptions): QuadraticAnswer {
    const found = super.solve(program, options);
    return found.status === "optimal" ? { ...found, status: "iteration_limit", x: shortOf(found.x) } : found;
  }

  override solveBox(program: BoxQuadraticProgram, options: BoxQuadraticOptions): BoxQuadraticAnswer {
    const found = super.solveBox(program, options);
    return found.status === "optimal" ? { ...found, status: "iteration_limit", x: shortOf(found.x) } : found;
  }
}

class StallingHinges extends HingeSolver {
  readonly #iterations: number;

  constructor(instance: CoreInstance, iterations: number) {
    super(new NormalMatrices(instance));
    this.#iterations = iterations;
  }

  override solve(program: HingeProgram, options: HingeOptions): HingeAnswer {
    return super.solve(program, { ...options, maxIterations: this.#iterations });
  }
}

/** Test helper. Returns a point close to the given one whose entries have the same sum. */
function shortOf(x: Float64Array): Float64Array {
  return x.map((entry, i) => entry + SHORT_OF * (x[x.length - 1 - i] - entry));
}
