import type { Matrix } from "../../src/domain/matrix.ts";
import type { Kernels } from "../../src/kernels/mod.ts";
import type { Program } from "../../src/optimization/program/program.ts";

/** The size of the history that a row computes from. */
export interface MarketShape {
  readonly assets: number;
  readonly observations: number;
}

/** What a run of a row came to. */
export interface RowAnswer {
  /** Null where the row has none. */
  readonly objective: number | null;
  /** Whether every answer carries its proof; null where there is nothing to prove. */
  readonly proven_optimal: boolean | null;
}

/** Judges what a run answered; not timed. */
export type Judge = () => RowAnswer;

/** What is ready to be run again and again. */
export interface RowWork {
  /** What is timed. */
  run(): Judge;
  /** The programs that it solves, for the conic solver to solve whole; none where it solves none. */
  readonly programs: readonly Program[];
}

/** A row that a worker computes: one line in `rows/mod.ts`. */
export interface WorkerRow {
  readonly id: string;
  readonly shape: MarketShape;
  /** Everything that is given, made beforehand; of any market, not only one of the row's shape. */
  prepare(returns: Matrix, kernels: Kernels): RowWork;
}

/** A row that asks a pool of workers from outside. */
export interface PoolRow {
  readonly id: string;
  readonly shape: MarketShape;
  /** A simulation walks that share of its paths, all if absent. */
  open(returns: Matrix, share?: number): PoolWork;
}

export interface PoolWork {
  run(): Promise<Judge>;
  close(): void;
}

/** A row that computes. */
export type BenchRow = WorkerRow | PoolRow;

/** A row that measures the running service from outside: one line in `rows/service.ts`. */
export interface ServiceRow {
  readonly id: string;
  /** Starts what it measures, and ends it again. */
  measure(): Promise<ServiceAnswer>;
}

/** What a measurement of the service came to. */
export interface ServiceAnswer {
  readonly figures: readonly Figure[];
  /** What the figures must come to. */
  readonly promises: readonly Promised[];
}

/** A measured number with its unit. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: "requests/s" | "ms" | "runs" | "MiB";
}

/** A number and the bounds that it must meet. */
export interface Promised {
  readonly name: string;
  readonly value: number;
  /** A `fraction` is shown in percent. */
  readonly unit: "fraction" | "ms" | "times" | "MiB";
  readonly at_least?: number;
  readonly at_most?: number;
}

export function isRunByWorker(row: BenchRow): row is WorkerRow {
  return "prepare" in row;
}
