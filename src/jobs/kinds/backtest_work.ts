import type { BacktestSection } from "../../documents/backtest_section.ts";
import type { WorkParts } from "./work_parts.ts";
import type { ComputedJob, JobWork, PreparedJob } from "../job_work.ts";
import type { BacktestOutput } from "../../computations/backtest.ts";
import { jsonArtifact } from "../../documents/json_artifact.ts";
import { keptRun } from "./kept_run.ts";

/** What a runner does for backtests of runs: it reads nothing but what the run kept. */
export function backtestWork({ pool }: Pick<WorkParts, "pool">): JobWork {
  return {
    kind: "backtest",
    async prepare(task): Promise<PreparedJob> {
      const inputs = { run: await keptRun(task), config: task.config };
      return {
        inputs: null,
        compute: async (options) => computedJob(await pool.run("backtest_run", inputs, options)),
      };
    },
  };
}

function computedJob({ section, error, inside, artifacts }: BacktestOutput): ComputedJob {
  return {
    error: error && { code: error.code, detail: error.detail },
    notProven: notProvenIn(section),
    inside,
    artifacts: () => [...artifacts, jsonArtifact("summary.json", summaryOf(section))],
  };
}

/** Methods with a rebalance whose optimum is not proven. */
function notProvenIn({ methods }: BacktestSection): readonly string[] {
  return methods.filter(({ rebalances }) => rebalances.some(({ status }) => status === "not_proven"))
    .map(({ method }) => method);
}

/** The metrics of each method and of the benchmark. */
function summaryOf({ methods, benchmark }: BacktestSection): Readonly<Record<string, unknown>> {
  return {
    methods: methods.map(({ method, key, metrics }) => ({ method, key, metrics })),
    benchmark: benchmark && { id: benchmark.id, return_type: benchmark.return_type, metrics: benchmark.metrics },
  };
}
