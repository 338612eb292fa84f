import type { ComputationContext, Helpers } from "../../src/computations/computation.ts";
import type { Matrix } from "../../src/domain/matrix.ts";
import type { Kernels } from "../../src/kernels/mod.ts";
import { wholeOf } from "../../src/optimization/presolve/reduction.ts";
import { solveByCones } from "../../src/optimization/engines/solve_by_cones.ts";
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
export const rowComputation = {
  async compute({ row: id, returns, timing }: RowInputs, context: RowContext): Promise<RowResult> {
    const row = ROWS.get(id);
    if (row === undefined || !isRunByWorker(row)) throw new Error(`Cannot find row "${id}" of the worker`);
    const { kernels } = context, helpers = (row.workers ?? 1) > 1 ? context.helpers : undefined;
    const work = row.prepare(returns, kernels, helpers);
    let judge = await work.run();
    const timed = await repeated(async () => void (judge = await work.run()), { timing, helpers });
    return { row: id, ...timed, ...judge(), conic_median_ms: await conicMedianMs(work, kernels) };
  },
};

type RowContext = Pick<ComputationContext, "kernels" | "helpers">;

/**
 * Returns the median milliseconds of the conic solver alone on the optimisation programs of a benchmark row, without
 * building, certificate or polish. Uses few runs, because the conic solver is slow where it is not the best choice.
 * Returns null without programs.
 */
async function conicMedianMs({ programs }: RowWork, kernels: Kernels): Promise<number | null> {
  if (programs.length === 0) return null;
  const solve = (): void => {
    for (const program of programs) solveByCones(program, kernels, wholeOf(program));
  };
  const timing = { warmUpMs: 0, leastRuns: 3, leastMs: 200 };
  return (await repeated(solve, { timing, helpers: undefined })).median_ms;
}

/** Times runs one after another. Each begins when a helper is idle, as it is when a run of the service begins. */
async function repeated(
  run: () => unknown,
  { timing, helpers }: { readonly timing: StopwatchOptions; readonly helpers: Helpers | undefined },
): Promise<ReturnType<Stopwatch["summary"]>> {
  const stopwatch = new Stopwatch(timing);
  while (stopwatch.wantsMore()) {
    while (helpers?.areIdle === false) await new Promise((resolve) => setTimeout(resolve, 1));
    const started = performance.now();
    await run();
    stopwatch.add(performance.now() - started);
  }
  return stopwatch.summary();
}
