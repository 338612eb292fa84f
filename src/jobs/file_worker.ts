/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import { FILE_MAKERS } from "../computations/file_makers.ts";
import { serveComputations } from "./worker_loop.ts";

serveComputations(self, FILE_MAKERS, { loadKernels: () => Promise.resolve(null), isStop: () => false });
