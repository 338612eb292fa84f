import type { Matrix } from "../../src/domain/matrix.ts";
import type { Computation } from "../../src/jobs/worker_loop.ts";
import type { Kernels } from "../../src/kernels/mod.ts";
import { wholeOf } from "../../src/optimization/solve/reduction.ts";
import { solveByCones } from "../../src/optimization/solve/solve_by_cones.ts";
import { isRunByWorker, type RowWork } from "./row.ts";
import type { RowResult } from "./row_table.ts";
import { ROWS } from "./rows/mod.ts";
import { Stopwatch, type StopwatchOptions } from "./stopwatch.ts";

/**
 * Task of the benchmark worker: the id of a benchmark row, the history of returns that it computes from, and how long
 * it is timed.
 */
export interface RowInputs {
  readonly row: string;
  readonly returns: Matrix;
  readonly timing: StopwatchOptions;
}

/** Type of the inputs and outputs of the benchmark worker. */
export type BenchComputations = { readonly row: { readonly inputs: RowInputs; readonly output: RowResult } };

/** Runs and times a benchmark row in the worker. */
export const rowComputation: Computation<Kernels> & { compute(inputs: RowInputs, context: unknown): RowResult } = {
  compute({ row: id, returns, timing }: RowInputs, { kernels }: { kernels: Kernels }): RowResult {
    const row = ROWS.get(id);
    if (row === undefined || !isRunByWorker(row)) throw new Error(`Cannot find row "${id}" of the worker`);
    const work = row.prepare(returns, kernels);
    let judge = work.run();
    const timed = repeated(() => judge = work.run(), new Stopwatch(timing));
    return { row: id, ...timed, ...judge(), conic_median_ms: conicMedianMs(work, kernels) };
  },
};

/**
 * Returns the median milliseconds of the conic solver alone on the optimisation programs of a benchmark row, without
 * building, certificate or polish. Uses few runs, because the conic solver is slow where it is not the best choice.
 * Returns null without programs.
 */
function conicMedianMs({ programs }: RowWork, kernels: Kernels): number | null {
  if (programs.length === 0) return null;
  const solve = (): void => {
    for (const program of programs) solveByCones(program, kernels, wholeOf(program));
  };
  return repeated(solve, new Stopwatch({ warmUpMs: 0, leastRuns: 3, leastMs: 200 })).median_ms;
}

function repeated(run: () => unknown, stopwatch: Stopwatch): ReturnType<Stopwatch["summary"]> {
  while (stopwatch.wantsMore()) {
    const started = performance.now();
    run();
    stopwatch.add(performance.now() - started);
  }
  return stopwatch.summary();
}
