import { HingeSolver } from "../optimization/engines/hinges/hinge_solver.ts";
import { Clustering } from "./clustering.ts";
import { type ConicSolver, loadConicSolver } from "./conic.ts";
import { CoreInstance } from "./core_instance.ts";
import { LinearAlgebra } from "./linear_algebra.ts";
import { LinearSolver } from "./linear.ts";
import { Measures } from "./measures.ts";
import { NormalMatrices } from "./normal_matrix.ts";
import { QuadraticSolver } from "./quadratic.ts";
import { PathSimulator } from "./simulation.ts";
import { Statistics } from "./statistics.ts";
import { watchStopFlag } from "./stop_flag.ts";

/**
 * The functions of the two numeric WebAssembly modules by area, with one instance of each module in a worker, and the
 * engine for hinges. Matrices are row-major. Arguments are copied in and results copied out, so that nothing is kept
 * across calls; only the engine for hinges keeps its rows in the core from one iteration to the next. Kernels throw
 * `Stopped`, or a DomainError `out_of_memory`.
 */
export interface Kernels {
  readonly linearAlgebra: LinearAlgebra;
  readonly statistics: Statistics;
  readonly measures: Measures;
  readonly quadratic: QuadraticSolver;
  readonly hinges: HingeSolver;
  readonly linear: LinearSolver;
  readonly clustering: Clustering;
  readonly simulation: PathSimulator;
  readonly conic: ConicSolver;
}

/**
 * Loads both numeric modules; call it once in a worker. Their long loops throw `Stopped` when the first word of `stop`
 * is not 0. Needs read permission for the modules.
 */
export async function loadKernels(stop: SharedArrayBuffer | null): Promise<Kernels> {
  watchStopFlag(stop);
  const [core, conic] = await Promise.all([CoreInstance.load(), loadConicSolver()]);
  return {
    linearAlgebra: new LinearAlgebra(core),
    statistics: new Statistics(core),
    measures: new Measures(core),
    quadratic: new QuadraticSolver(core),
    hinges: new HingeSolver(new NormalMatrices(core)),
    linear: new LinearSolver(core),
    clustering: new Clustering(core),
    simulation: new PathSimulator(core),
    conic,
  };
}
