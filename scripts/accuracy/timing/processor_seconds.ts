import { cpuUsage } from "node:process";

/** What the threads of this process have had of the processor: on a machine that others use no clock tells it. */
export function processorSeconds(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1e6;
}
