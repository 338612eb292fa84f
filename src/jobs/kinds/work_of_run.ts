import { knowsMethods } from "./knows_methods.ts";
import type { WorkParts } from "./work_parts.ts";
import type { JobWork, PreparedJob } from "../job_work.ts";
import { storedRunOf } from "./stored_run_of.ts";

/** Creates the work of a runner for backtests of runs, which read only what their run stored. */
export function backtestWork({ pool }: Pick<WorkParts, "pool">): JobWork {
  return {
    kind: "backtest",
    knows: knowsMethods,
    async prepare(task): Promise<PreparedJob> {
      const inputs = { run: await storedRunOf(task), config: task.config };
      return { inputs: null, compute: (options) => pool.run("backtest_run", inputs, options) };
    },
  };
}
