import type { ApiFile, Asked, ConnectorApi, Operation } from "../../../connector/connector_api.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { DomainError } from "../../../domain/errors.ts";
import { jobIdOf } from "../../../domain/identifier.ts";
import type { AnyAnswer, Endpoint } from "../../endpoint.ts";
import { authorize } from "../../middleware/authenticate.ts";
import { limitRequest } from "../../middleware/rate_limit.ts";
import type { ConnectorPrincipal } from "../../principal.ts";
import { isRefusal } from "../../problem.ts";
import type { ReadResults } from "../../read_results.ts";
import { requestParts } from "../../request_parts.ts";
import { sentFile } from "../../sent_file.ts";
import { getBacktest } from "../backtests/get_backtest.ts";
import { submitBacktest } from "../backtests/submit_backtest.ts";
import { getMethodRequirements } from "../catalogue/get_method_requirements.ts";
import { searchMutualFunds } from "../catalogue/search_mutual_funds.ts";
import { searchUsStocks } from "../catalogue/search_us_stocks.ts";
import { getConstraintCapability } from "../constraints/get_constraint_capability.ts";
import { preflightConstraints } from "../constraints/preflight_constraints.ts";
import { cancelJob } from "../jobs/cancel_job.ts";
import { getJob } from "../jobs/get_job.ts";
import { getResult } from "../jobs/get_result.ts";
import { getRollingBacktest } from "../jobs/get_rolling_backtest.ts";
import { listArtifacts } from "../jobs/list_artifacts.ts";
import { listHistory } from "../jobs/list_history.ts";
import { submitJob } from "../jobs/submit_job.ts";
import { getSimulation } from "../simulations/get_simulation.ts";
import { submitSimulation } from "../simulations/submit_simulation.ts";
import { compareRuns } from "./compare_runs.ts";
import { listSaved } from "./list_saved.ts";
import { searchIndia } from "./search_india.ts";

/** The endpoint behind each operation. */
const ENDPOINTS: Readonly<Record<Operation, Endpoint>> = {
  search_india: searchIndia,
  list_saved: listSaved,
  search_us: searchUsStocks,
  search_funds: searchMutualFunds,
  list_methods: getMethodRequirements,
  list_rules: getConstraintCapability,
  check_rules: preflightConstraints,
  submit_run: submitJob,
  get_job: getJob,
  list_jobs: listHistory,
  get_result: getResult,
  compare_runs: compareRuns,
  get_rolling_backtest: getRollingBacktest,
  list_files: listArtifacts,
  submit_backtest: submitBacktest,
  get_backtest: getBacktest,
  submit_simulation: submitSimulation,
  get_simulation: getSimulation,
  cancel_job: cancelJob,
};

/** Operations that answer stored results of runs, which never change. */
const KEPT: ReadonlySet<Operation> = new Set(["get_result", "get_rolling_backtest"]);

/** Who calls the endpoints, and whence. */
export interface EndpointCaller {
  readonly principal: ConnectorPrincipal;
  readonly address: string;
  readonly requestId: string;
}

/** Largest answer or file, in bytes, that is read whole for an assistant. */
const MOST_BYTES = 16 * 1_024 ** 2;

/**
 * Returns the API for the caller of a connector. Each operation has the plan, the rate limit, the parsing and the
 * handler of its endpoint. It checks no scopes of the grant, which `needsOfMessage` tells of each message.
 */
export function apiOfEndpoints(caller: EndpointCaller, dependencies: Dependencies): ConnectorApi {
  const { account } = caller.principal;
  const answered = async (operation: Operation, asked: Asked, { signal, isCounted }: Asking): Promise<unknown> => {
    try {
      const answer = await called(ENDPOINTS[operation], { asked, caller, signal, isCounted }, dependencies);
      const runId = KEPT.has(operation) ? asked.parameters?.run_id : undefined;
      return runId === undefined
        ? await jsonOf(answer)
        : await keptJsonOf(answer, `${operation} ${runId}`, dependencies.readResults);
    } catch (error) {
      if (isRefusal(error) || signal.aborted) throw error;
      throw internalError(error, dependencies);
    }
  };
  return {
    ask: (operation, asked, signal) => answered(operation, asked, { signal, isCounted: true }),
    look: (jobId, signal) => answered("get_job", { parameters: { run_id: jobId } }, { signal, isCounted: false }),
    async file(jobId, name, mostBytesOf): Promise<ApiFile> {
      await limitRequest("download", caller, { rateLimiter: dependencies.rateLimiter, headers: {} });
      const file = await dependencies.filesOnDemand.find(account.id, jobIdOf(jobId), name);
      if (file === null) throw new DomainError("not_found", `Cannot find "${name}" of run "${jobId}"`);
      refuseLarge(file.bytes, mostBytesOf(file.mediaType));
      return { name, mediaType: file.mediaType, bytes: await new Response(file.stream()).bytes() };
    },
    pageOf: (runId) => `${dependencies.config.publicUrl}/app/runs/${runId}`,
  };
}

interface Asking {
  readonly signal: AbortSignal;
  /** Whether the call counts against the rate limit of its endpoint. */
  readonly isCounted: boolean;
}

interface Call extends Asking {
  readonly asked: Asked;
  readonly caller: EndpointCaller;
}

async function called(
  { contract, handle }: Endpoint,
  { asked, caller: { principal, address, requestId }, signal, isCounted }: Call,
  dependencies: Dependencies,
): Promise<AnyAnswer> {
  authorize(contract, principal);
  const { rateLimiter } = dependencies;
  if (isCounted) await limitRequest(contract.rateLimit, { address, principal }, { rateLimiter, headers: {} });
  const { method } = contract;
  const { parameters = {}, query = {}, body, idempotencyKey } = asked;
  const url = new URL(`${dependencies.config.publicUrl}${contract.path}?${new URLSearchParams(query)}`);
  const headers = new Headers(body === undefined ? {} : { "content-type": "application/json" });
  if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
  const request = new Request(url, { method, headers, ...body === undefined ? {} : { body: JSON.stringify(body) } });
  using place = contract.maxBytes === undefined ? null : dependencies.largeBodyPlaces.of(principal.account.id);
  const reading = { deadlines: dependencies.clientDeadlines, place: place ?? undefined };
  const parts = await requestParts(contract, { request, url, parameters }, reading);
  return await handle({
    ...parts,
    principal,
    account: principal.account,
    address,
    requestId,
    headers,
    cookies: new Map(),
    sentFile: sentFile(request, dependencies.clientDeadlines),
    noteAsked: () => undefined,
    concerns: () => undefined,
    signal,
  }, dependencies);
}

async function jsonOf({ body, bytes, headers = {} }: AnyAnswer): Promise<unknown> {
  if (bytes === undefined) return body;
  refuseLarge(Number(headers["content-length"] ?? 0));
  return await new Response(bytes).json();
}

/** Returns the JSON of an answer with a stored result, which is read once for all its sections and pages. */
async function keptJsonOf(answer: AnyAnswer, key: string, results: ReadResults): Promise<unknown> {
  const { bytes, headers = {} } = answer;
  let isRead = false;
  const read = async (): Promise<unknown> => {
    isRead = true;
    return await jsonOf(answer);
  };
  const value = await results.value(key, { bytes: Number(headers["content-length"] ?? 0), read });
  if (!isRead && bytes instanceof ReadableStream) await bytes.cancel();
  return value;
}

function refuseLarge(bytes: number, mostBytes: number = MOST_BYTES): void {
  if (bytes <= mostBytes) return;
  const detail = `Cannot read ${bytes} bytes here: an assistant reads at most ${mostBytes}; open the page of the run`;
  throw new DomainError("limit_reached", detail);
}

function internalError(error: unknown, { log }: Pick<Dependencies, "log">): DomainError {
  log.error("connector call failed", { error: error instanceof Error ? error.stack ?? error.message : String(error) });
  return new DomainError("internal", "The service could not answer this call");
}
