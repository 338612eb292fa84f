/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import { serveComputations } from "../../../src/jobs/worker_loop.ts";
import { loadKernels } from "../../../src/kernels/mod.ts";
import { Stopped } from "../../../src/domain/stopped.ts";
import { timedComputation } from "./timed_computation.ts";

serveComputations(self, { timed: timedComputation }, { loadKernels, isStop: (error) => error instanceof Stopped });
