import { type components, serviceClient } from "../../clients/typescript/mod.ts";
import { type BacktestSection, rollingBacktest } from "../../src/documents/backtest_section.ts";
import { type RunResult, runResult } from "../../src/documents/run_result.ts";
import type { Frequency } from "../../src/domain/frequency.ts";
import { samplePortfolio } from "../optimize/portfolio_body.ts";
import { answered } from "./answered.ts";
import type { DemoService } from "./demo_service.ts";
import { followedJob, type FollowOptions } from "./followed_job.ts";
import type { Job } from "./job.ts";

export type RunFile = components["schemas"]["Artifact"];

export interface DemoRunOptions extends FollowOptions {
  /** API key with which the demo submits the run and reads its results. */
  readonly key: string;
}

/** Outcome of the demo's run, which has ended. It has a result, a backtest and files where it succeeded. */
export interface DemoRun {
  readonly job: Job;
  readonly result: RunResult | null;
  /** Annual risk-free rate and period of returns on which the figures of the run are based. */
  readonly basis: { readonly riskFreeRate: number; readonly frequency: Frequency };
  readonly section: BacktestSection | null;
  readonly files: readonly RunFile[];
}

/**
 * Submits a portfolio of the sample market with its efficient frontier and a backtest, follows the run's events to the
 * end, and reads the results.
 */
export async function demoRun(service: DemoService, { key, signal, onProgress }: DemoRunOptions): Promise<DemoRun> {
  const client = serviceClient({ baseUrl: service.url, fetch: service.fetch, token: key });
  const portfolio = await samplePortfolio({ signal, now: () => new Date().toISOString() });
  const body = { name: "Demo", ...portfolio, efficient_frontier: { points: 20 }, rolling_backtest: { cost_bps: 10 } };
  const { run_id } = answered(await client.POST("/jobs", { body, signal }));
  const job = await followedJob(client, run_id, { signal, onProgress });
  if (job.status !== "succeeded") {
    return { job, result: null, basis: { riskFreeRate: 0, frequency: "daily" }, section: null, files: [] };
  }
  const path = { params: { path: { run_id } }, signal };
  const json = answered(await client.GET("/jobs/{run_id}/result", { ...path, parseAs: "text" }));
  const result = runResult.schema.parse(JSON.parse(json));
  const config = answered(await client.GET("/jobs/{run_id}/config", path));
  const { risk_free_rate: riskFreeRate = 0, frequency = "daily" } = config;
  const walked = answered(await client.GET("/jobs/{run_id}/rolling_backtest", { ...path, parseAs: "text" }));
  const section = rollingBacktest.schema.parse(JSON.parse(walked));
  const { items: files } = answered(await client.GET("/jobs/{run_id}/artifacts", path));
  return { job, result, basis: { riskFreeRate, frequency }, section, files };
}
