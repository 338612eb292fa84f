import { type Registry, registry } from "../../../src/domain/registry.ts";
import type { ServiceRow } from "../row.ts";
import { answerWaits } from "./answer_waits.ts";
import { attackers } from "./attackers.ts";
import { catalogue } from "./catalogue.ts";
import { comparison } from "./comparison.ts";
import { connectorCalls } from "./connector_calls.ts";
import { dashboard } from "./dashboard.ts";
import { history, historyOnPostgres } from "./history.ts";
import { httpRequests } from "./http_requests.ts";
import { marketData } from "./market_data.ts";
import { matching } from "./matching.ts";
import { largeResults } from "./large_results.ts";
import { largeRuns } from "./large_runs.ts";
import { memory } from "./memory.ts";
import { monteCarloLimits } from "./monte_carlo_limits.ts";
import { reports } from "./reports.ts";
import { runLatency } from "./run_latency.ts";
import { runLatencyOnPostgres } from "./run_latency_on_postgres.ts";
import { searches } from "./searches.ts";
import { signInTiming } from "./sign_in_timing.ts";
import { stops } from "./stops.ts";
import { submissionsAt } from "./submissions.ts";
import { submissionsBesideRefresh } from "./submissions_beside_refresh.ts";
import { workbooks } from "./workbooks.ts";

/**
 * Benchmark rows of the running service. They stand apart from the other rows, whose worker should not load a server.
 */
export const SERVICE_ROWS: Registry<ServiceRow> = registry<ServiceRow>([
  httpRequests,
  answerWaits,
  signInTiming,
  runLatency,
  runLatencyOnPostgres,
  submissionsAt({ perSecond: 20, seconds: 60, p99AtMostMs: 40 }),
  submissionsAt({ perSecond: 100, seconds: 20, p99AtMostMs: 80 }),
  history,
  historyOnPostgres,
  dashboard,
  comparison,
  memory,
  largeRuns,
  largeResults,
  marketData,
  catalogue,
  searches,
  submissionsBesideRefresh,
  connectorCalls,
  monteCarloLimits,
  matching,
  workbooks,
  stops,
  attackers,
  ...reports,
]);
