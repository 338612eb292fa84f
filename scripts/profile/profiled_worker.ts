/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
import { CpuSampler } from "./cpu_sampler.ts";
import { TELLS_TIMES } from "./worker_times.ts";

const sampler = new CpuSampler();
await sampler.start();
const channel = new BroadcastChannel(TELLS_TIMES);
channel.onmessage = async () => {
  channel.postMessage({ times: await sampler.stop() });
  channel.close();
};
await import("../../src/jobs/worker.ts");
