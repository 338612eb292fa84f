import { CpuSampler } from "./cpu_sampler.ts";
import { TELLS_TIMES } from "./worker_times.ts";

// Begins to sample this thread, and tells the times when it is asked. Nothing here is awaited, because the runtime
// drops the messages to a worker whose module is not evaluated yet.
const sampler = new CpuSampler();
const started = sampler.start();
const channel = new BroadcastChannel(TELLS_TIMES);
channel.onmessage = async () => {
  await started;
  channel.postMessage(await sampler.stop());
  channel.close();
};
