import type { Helpers } from "../../src/computations/computation.ts";
import type { Matrix } from "../../src/domain/matrix.ts";
import type { Kernels } from "../../src/kernels/mod.ts";
import type { Program } from "../../src/optimization/program/program.ts";

/** Number of assets and observations of the history that a benchmark row uses. */
export interface MarketShape {
  readonly assets: number;
  readonly observations: number;
}

/** Answer of one run of a benchmark row. */
export interface RowAnswer {
  /** Objective value that a benchmark row computed, or null where the row has none. */
  readonly objective: number | null;
  /** Whether every answer of the row carries its proof, or null where there is nothing to prove. */
  readonly proven_optimal: boolean | null;
}

/** Checks the answer of a benchmark run. The time of the check is not measured. */
export type Judge = () => RowAnswer;

/** Prepared work of a benchmark row, which can run many times. */
export interface RowWork {
  /** Runs the work of the benchmark row once. Only this call is timed. */
  run(): Judge | Promise<Judge>;
  /**
   * Optimisation programs that the benchmark row solves, which the conic solver also solves alone for comparison. Empty
   * where there are none.
   */
  readonly programs: readonly Program[];
}

/** A benchmark row that a worker computes. `rows/mod.ts` lists these rows. */
export interface WorkerRow {
  readonly id: string;
  readonly shape: MarketShape;
  /** Number of workers, of which all but one are idle and take shares of the row's work; 1 if absent. */
  readonly workers?: number;
  /**
   * Prepares all inputs of the benchmark row's work before the timing starts. Accepts any market, not only one of the
   * row's shape. `helpers` are the idle workers; absent if there are none.
   */
  prepare(returns: Matrix, kernels: Kernels, helpers?: Helpers): RowWork;
}

/** A benchmark row that sends its work to a pool of workers. */
export interface PoolRow {
  readonly id: string;
  readonly shape: MarketShape;
  /**
   * Starts a worker pool and prepares the benchmark row's work on a history of returns. `share` is the fraction of its
   * paths that a simulation runs, all of them where absent.
   */
  open(returns: Matrix, share?: number): PoolWork;
}

export interface PoolWork {
  run(): Promise<Judge>;
  close(): void;
}

/** A benchmark row that measures a computation. */
export type BenchRow = WorkerRow | PoolRow;

/** A benchmark row that measures the running service from outside. `rows/service.ts` lists these rows. */
export interface ServiceRow {
  readonly id: string;
  /** Starts the service or part that the benchmark row measures, measures it, and stops it. */
  measure(): Promise<ServiceAnswer>;
}

/** Result of measuring the service: named numbers, and the bounds that some of them must meet. */
export interface ServiceAnswer {
  readonly figures: readonly Figure[];
  /** Measured numbers of the service together with the bounds that they must meet. */
  readonly promises: readonly Promised[];
  /** Curves of the measurement as SVG pictures, by their names; none if absent. */
  readonly curves?: Readonly<Record<string, string>>;
}

/** A measured number with its unit. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: "requests/s" | "ms" | "runs" | "MiB";
}

/** A measured number with the bounds that it must meet. */
export interface Promised {
  readonly name: string;
  readonly value: number;
  /** Unit of a measured number. A `fraction` is shown as a percentage. */
  readonly unit: "fraction" | "ms" | "times" | "MiB";
  readonly at_least?: number;
  readonly at_most?: number;
}

export function isRunByWorker(row: BenchRow): row is WorkerRow {
  return "prepare" in row;
}
