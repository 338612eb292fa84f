import { knowsMethods } from "./knows_methods.ts";
import type { WorkParts } from "./work_parts.ts";
import type { JobWork, PreparedJob } from "../job_work.ts";
import { storedRunOf } from "./stored_run_of.ts";

/** What a runner does for backtests of runs: it reads nothing but what the run stored. */
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
