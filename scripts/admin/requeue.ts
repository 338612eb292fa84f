import type { Command } from "./command.ts";
import { jobIdOf } from "../../src/domain/identifier.ts";

export const requeue: Command = {
  name: "requeue",
  parameters: ["run_id"],
  summary: "Queues a run again that is stuck, or that the service failed",
  async run([runId = ""], context) {
    const { jobs } = await context.store();
    const { id, attempt } = await jobs.requeue(jobIdOf(runId));
    context.print(`Run ${id} is queued again; attempt ${attempt} is void, the next is ${attempt + 1}`);
  },
};
