/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import { loadKernels } from "../kernels/mod.ts";
import { Stopped } from "../kernels/types.ts";
import { JOB_KINDS } from "./kinds/mod.ts";
import { serveComputations } from "./worker_loop.ts";

serveComputations(self, JOB_KINDS, { loadKernels, isStop: (error) => error instanceof Stopped });
