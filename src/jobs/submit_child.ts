import { createHash } from "node:crypto";
import type { Dependencies } from "../dependencies.ts";
import type { Account } from "../domain/account.ts";
import { DomainError, type Fault } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { Job, JobKindName } from "../domain/job.ts";
import type { Submitted } from "../store/jobs.ts";
import { backtestConfig, readBacktest, whyNotBacktested } from "./backtest_request.ts";
import { FaultList } from "./fault_list.ts";
import { isObject } from "./inline_history.ts";
import { keptRequest } from "./kept_request.ts";
import { readJsonArtifact } from "./read_json_artifact.ts";
import type { OptimizationRequest } from "./request.ts";
import { type RunOutcome, runOutcome } from "./run_outcome.ts";
import { readSimulation, simulationConfig } from "./simulation_request.ts";

/** What the submission of a simulation or a backtest uses of the dependencies. */
export type ChildSubmissionDependencies = Pick<Dependencies, "jobs" | "artifacts" | "telemetry">;

export interface ChildSubmission {
  /** The run that it stands on. */
  readonly runId: string;
  readonly body: unknown;
  /** The header `Idempotency-Key`, 1 to 255 characters; null without. */
  readonly idempotencyKey: string | null;
}

/**
 * Accepts a simulation of a method of a run. Throws `not_found`, `run_not_succeeded`, `validation_failed` with pointers into the body,
 * `idempotency_key_reused`, `quota_exceeded`, and `not_ready` where the store takes no more.
 */
export function submitSimulation(
  dependencies: ChildSubmissionDependencies,
  account: Account,
  submission: ChildSubmission,
): Promise<Submitted> {
  return submitChild(dependencies, account, { ...submission, kind: "monte_carlo", read: simulationOf });
}

/** Accepts a backtest of a run. Throws as `submitSimulation`. */
export function submitBacktest(
  dependencies: ChildSubmissionDependencies,
  account: Account,
  submission: ChildSubmission,
): Promise<Submitted> {
  return submitChild(dependencies, account, { ...submission, kind: "backtest", read: backtestOf });
}

/** A run that has succeeded, as much as what stands on it is checked against. */
interface Parent {
  readonly request: OptimizationRequest;
  readonly outcome: RunOutcome;
}

interface ChildRequest {
  readonly name: string | null;
  readonly methods: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
}

type ChildReader = (body: unknown, parent: Parent, faults: FaultList) => ChildRequest | null;

async function submitChild(
  { jobs, artifacts, telemetry }: ChildSubmissionDependencies,
  { id: accountId }: Account,
  { runId, body, idempotencyKey, kind, read }: ChildSubmission & {
    readonly kind: Exclude<JobKindName, "optimization">;
    readonly read: ChildReader;
  },
): Promise<Submitted> {
  const requestDigest = createHash("sha256").update(`POST ${kind} of ${runId} ${JSON.stringify(body)}`).digest("hex");
  const idempotency = idempotencyKey === null ? null : { key: idempotencyKey, requestDigest };
  const known = idempotency && await jobs.findSubmission(accountId, idempotency);
  if (known) return { job: known, isReplay: true };
  const run = await succeededRun(jobs, accountId, runId);
  const faults = new FaultList();
  const child = read(isObject(body) ? body : refuseBody(), await parentOf({ jobs, artifacts }, run), faults);
  faults.throwIfAny();
  if (child === null) throw new Error("A request without a fault is read");
  const { name, methods } = child;
  const { market, currency, mode } = run;
  const draft = { kind, name, methods, market, currency, mode, constraintFamilies: [], parentRunId: runId };
  const config = new TextEncoder().encode(JSON.stringify(child.config));
  const submitted = await jobs.submit(accountId, draft, { config, idempotency });
  if (!submitted.isReplay) telemetry.count("jobs.accepted", { kind });
  return submitted;
}

async function succeededRun(
  jobs: ChildSubmissionDependencies["jobs"],
  accountId: AccountId,
  runId: string,
): Promise<Job> {
  const run = await jobs.get(accountId, runId);
  if (run.kind !== "optimization") throw new DomainError("not_found", `Cannot find run "${runId}"`);
  if (run.status === "succeeded") return run;
  throw new DomainError("run_not_succeeded", `Cannot use run "${runId}": it is ${run.status}`);
}

function refuseBody(): never {
  const fault: Fault = { pointer: "", detail: "Cannot read the request: the body must be a JSON object" };
  throw new DomainError("validation_failed", fault.detail, { faults: [fault] });
}

async function parentOf(
  { jobs, artifacts }: Pick<ChildSubmissionDependencies, "jobs" | "artifacts">,
  { accountId, id: jobId }: Job,
): Promise<Parent> {
  const [config, result] = await Promise.all([
    jobs.config(accountId, jobId),
    readJsonArtifact(artifacts, { accountId, jobId, name: "result.json", absent: "not_found" }),
  ]);
  return { request: keptRequest(JSON.parse(new TextDecoder().decode(config))), outcome: runOutcome(result) };
}

function simulationOf(body: unknown, { request, outcome }: Parent, faults: FaultList): ChildRequest | null {
  const { frequency, seed, methods } = request;
  const simulation = readSimulation(
    body,
    "",
    { frequency, seed, methods, hasHistory: outcome.observations > 0 },
    faults,
  );
  if (simulation === null) return null;
  const key = simulation.method ?? outcome.firstKey;
  const choice = methods.find((method) => method.key === key);
  if (choice === undefined || !outcome.weights.has(choice.key)) {
    faults.add("/method", `Cannot simulate method "${key}" of the run: it has no weights`);
    return null;
  }
  const config = simulationConfig({ ...simulation, method: choice.key });
  return { name: simulation.name, methods: [choice.method], config };
}

function backtestOf(body: unknown, { request, outcome }: Parent, faults: FaultList): ChildRequest | null {
  const run = {
    ...request,
    hasHistory: outcome.observations > 0,
    hasStartingPortfolio: request.startingPortfolio !== null,
  };
  const backtest = readBacktest(body, "", run, faults);
  if (backtest === null) return null;
  const why = whyNotBacktested(backtest, outcome.observations);
  if (why !== null) faults.add(`/${why.field}`, why.detail);
  return {
    name: backtest.name,
    methods: backtest.methods.map(({ method }) => method),
    config: backtestConfig(backtest),
  };
}
