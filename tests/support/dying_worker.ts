/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import { COMPUTATIONS } from "../../src/computations/mod.ts";
import { serveComputations } from "../../src/jobs/worker_loop.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { Stopped } from "../../src/domain/stopped.ts";

/**
 * Name of an asset that kills a worker in tests: a preflight of constraints that contains this asset makes its worker
 * die.
 */
const FATAL = "FATAL";

const { constraint_preflight } = COMPUTATIONS;

const dyingPreflight: typeof constraint_preflight = {
  ...constraint_preflight,
  compute(inputs, context) {
    if (new TextDecoder().decode(inputs.config).includes(FATAL)) dieOnceComputed();
    return constraint_preflight.compute(inputs, context);
  },
};

/** Makes the worker thread of a test end when it tries to send its computed answer. */
function dieOnceComputed(): void {
  self.postMessage = () => {
    throw new Error("The worker dies");
  };
}

serveComputations(self, { constraint_preflight: dyingPreflight }, {
  loadKernels,
  isStop: (error) => error instanceof Stopped,
});
