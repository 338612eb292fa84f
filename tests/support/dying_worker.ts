/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import { COMPUTATIONS } from "../../src/computations/mod.ts";
import { serveComputations } from "../../src/jobs/worker_loop.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { Stopped } from "../../src/kernels/stop_flag.ts";

/** The asset that a preflight has for its worker to die within it. */
const FATAL = "FATAL";

const { constraint_preflight } = COMPUTATIONS;

const dyingPreflight: typeof constraint_preflight = {
  ...constraint_preflight,
  compute(inputs, context) {
    if (new TextDecoder().decode(inputs.config).includes(FATAL)) dieOnceComputed();
    return constraint_preflight.compute(inputs, context);
  },
};

/** Ends the thread before it says what it has computed. */
function dieOnceComputed(): void {
  self.postMessage = () => {
    throw new Error("The worker dies");
  };
}

serveComputations(self, { constraint_preflight: dyingPreflight }, {
  loadKernels,
  isStop: (error) => error instanceof Stopped,
});
