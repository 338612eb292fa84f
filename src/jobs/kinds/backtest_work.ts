import { DomainError } from "../../domain/errors.ts";
import { readBacktest } from "../backtest_request.ts";
import type { BacktestSection } from "../backtest_section.ts";
import { FaultList } from "../fault_list.ts";
import type { ComputedJob, JobTask, JobWork, PreparedJob } from "../job_work.ts";
import type { WorkerPool } from "../worker_pool.ts";
import type { BacktestInputs, BacktestOutput } from "./backtest.ts";
import { jsonArtifact } from "../json_artifact.ts";
import { keptInputs } from "./kept_inputs.ts";
import type { JobComputations } from "./mod.ts";

/** What a runner does for backtests of runs: it reads nothing but what the run kept. */
export function backtestWork(pool: Pick<WorkerPool<JobComputations>, "run">): JobWork {
  return {
    kind: "backtest",
    async prepare(task): Promise<PreparedJob> {
      const inputs = await inputsOf(task);
      return {
        inputs: null,
        compute: async (options) => computedJob(await pool.run("backtest", inputs, options)),
      };
    },
  };
}

async function inputsOf(task: JobTask): Promise<BacktestInputs> {
  const inputs = await keptInputs(task);
  if (inputs.history === null) throw new DomainError("insufficient_history", "Cannot backtest moments");
  const { request } = inputs;
  const run = { ...request, hasHistory: true, hasStartingPortfolio: request.startingPortfolio !== null };
  const faults = new FaultList();
  const backtest = readBacktest(task.config, "", run, faults);
  if (backtest === null) throw new Error(`Cannot read the config of a backtest: ${JSON.stringify(faults.told)}`);
  return { ...inputs, backtest };
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
