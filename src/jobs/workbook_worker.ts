/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import { GivenUp, guardedRun } from "../holdings/parser/guarded_run.ts";
import { serveComputations } from "./worker_loop.ts";

serveComputations(self, { guarded_run: guardedRun }, {
  loadKernels: (stopFlag) => Promise.resolve(new Int32Array(stopFlag)),
  isStop: (error) => error instanceof GivenUp,
});
