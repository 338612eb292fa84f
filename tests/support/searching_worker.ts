/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import type { ComputationContext } from "../../src/computations/computation.ts";
import { optimization, type OptimizationOutput } from "../../src/computations/optimization.ts";
import type { OptimizationInputs } from "../../src/computations/optimization_inputs.ts";
import { serveComputations } from "../../src/jobs/worker_loop.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { Stopped } from "../../src/domain/stopped.ts";
import { watchLooks } from "../../src/kernels/stop_flag.ts";

/**
 * Inputs of a test optimisation whose worker can be lost in the search over the sets of held assets. `lostAt` counts
 * the checks of the stop flag within this search, from 1: at the check with this number the worker fails; null lets it
 * finish.
 */
interface SearchInputs {
  readonly run: OptimizationInputs;
  readonly lostAt: number | null;
}

export type SearchingComputations = { search: { inputs: SearchInputs; output: OptimizationOutput } };

/** Thrown on by the solver, as a stop is. */
class Lost extends Stopped {}

const COMPUTATIONS = {
  search: {
    async compute({ run, lostAt }: SearchInputs, context: ComputationContext): Promise<OptimizationOutput> {
      let looks = 0;
      watchLooks(() => {
        if (lostAt !== null && isInSearch() && ++looks === lostAt) throw new Lost();
      });
      try {
        return await optimization.compute(run, context);
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
        queueMicrotask(() => {
          throw new Error("out of nowhere");
        });
        return new Promise(() => {});
      }
    },
  },
};

function isInSearch(): boolean {
  return new Error().stack?.includes("/search_supports.ts") === true;
}

Error.stackTraceLimit = 60;
serveComputations(self, COMPUTATIONS, { loadKernels, isStop: (error) => error instanceof Stopped });
