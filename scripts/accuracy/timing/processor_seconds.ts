import { cpuUsage } from "node:process";

/**
 * Returns the processor seconds that all threads of this process have used. On a shared machine a clock would also
 * count the time of other processes.
 */
export function processorSeconds(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1e6;
}
