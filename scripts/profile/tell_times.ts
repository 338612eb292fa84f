import { CpuSampler } from "./cpu_sampler.ts";
import { TELLS_TIMES } from "./worker_times.ts";

// Begins to sample this thread. Tells the times since then when it is asked, and begins anew. Nothing here is awaited,
// because the runtime drops the messages to a worker whose module is not evaluated yet.
const channel = new BroadcastChannel(TELLS_TIMES);
let sampler = new CpuSampler();
let started = sampler.start();
channel.onmessage = async () => {
  await started;
  const told = await sampler.stop();
  sampler = new CpuSampler();
  started = sampler.start();
  await started;
  channel.postMessage(told);
};
