import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Dependencies } from "../dependencies.ts";
import type { Account } from "../domain/account.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import type { Job } from "../domain/job.ts";
import { JOB_KINDS, type KindOfRun } from "../domain/job_kinds.ts";
import type { Submitted } from "../store/job_submission.ts";
import { backtestPart, readBacktest, whyNotBacktested } from "../request/parts/backtest.ts";
import { FaultList } from "../faults/fault_list.ts";
import { isObject } from "../faults/json_object.ts";
import { workOfBacktest, workOfSimulation } from "../request/counted_work.ts";
import { readRunConfig } from "../request/read_run_config.ts";
import { MapsOfRun, savedMapsOf } from "../request/saved_maps.ts";
import { savedMapsOfAccount } from "./saved_maps_of.ts";
import { readDocument } from "./read_document.ts";
import { basisOf, type RunBasis, runBasis } from "../documents/run_basis.ts";
import { runResult } from "../documents/run_result.ts";
import { parseBySchema } from "../faults/parse_by_schema.ts";
import { readSimulation, simulationPart } from "../request/parts/simulation.ts";
import type { WorkBound } from "./work_bound.ts";

/** Type of the services that accepting a simulation or a backtest needs. */
export type JobOfRunDependencies =
  & Pick<
    Dependencies,
    "jobs" | "artifacts" | "classificationMaps" | "telemetry"
  >
  & { readonly workBound: Pick<WorkBound, "check"> };

export interface JobOfRunSubmission {
  /** Id of the run that the simulation or backtest is based on. */
  readonly runId: JobId;
  readonly body: unknown;
  /** Value of the `Idempotency-Key` header, 1 to 255 characters; null without the header. */
  readonly idempotencyKey: string | null;
}

/**
 * Accepts a simulation of a method of a run. Throws `not_found`, `run_not_succeeded`, `validation_failed` with JSON
 * pointers into the body, `idempotency_key_reused`, `quota_exceeded`, `limit_reached` if the plan has no space for the
 * simulation, and `not_ready` if the store accepts no writes or no process computes a simulation of its work.
 */
export function submitSimulation(
  dependencies: JobOfRunDependencies,
  account: Account,
  submission: JobOfRunSubmission,
): Promise<Submitted> {
  return submitJobOfRun(dependencies, account, {
    ...submission,
    kind: "monte_carlo",
    schema: simulationPart.schema,
    read: simulationOf,
  });
}

/** Accepts a backtest of a run. Throws like `submitSimulation`. */
export function submitBacktest(
  dependencies: JobOfRunDependencies,
  account: Account,
  submission: JobOfRunSubmission,
): Promise<Submitted> {
  return submitJobOfRun(dependencies, account, {
    ...submission,
    kind: "backtest",
    schema: backtestPart.schema,
    read: backtestOf,
  });
}

interface JobOfRunRequest {
  readonly name: string | null;
  readonly methods: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
  /** Counted work of the simulation or backtest. */
  readonly work: number;
}

/**
 * Type of facts that are needed to read a request for a simulation or backtest: about its run, and the saved
 * classification maps that it names.
 */
type Surroundings = RunBasis & { readonly savedMaps: MapsOfRun };

type JobOfRunReader = (body: unknown, run: Surroundings, faults: FaultList) => JobOfRunRequest | null;

async function submitJobOfRun(
  { jobs, artifacts, classificationMaps, telemetry, workBound }: JobOfRunDependencies,
  account: Account,
  { runId, body, idempotencyKey, kind, schema, read }: JobOfRunSubmission & {
    readonly kind: KindOfRun;
    readonly schema: z.ZodType;
    readonly read: JobOfRunReader;
  },
): Promise<Submitted> {
  const { id: accountId } = account;
  const requestDigest = createHash("sha256").update(`POST ${kind} of ${runId} ${JSON.stringify(body)}`).digest("hex");
  const idempotency = idempotencyKey === null ? null : { key: idempotencyKey, requestDigest };
  const known = idempotency && await jobs.findSubmission(accountId, idempotency);
  if (known) return { job: known, isReplay: true };
  const run = await succeededRun(jobs, accountId, { kind, runId });
  const maps = await savedMapsOf(body, savedMapsOfAccount({ classificationMaps }, account));
  refuseShape(body, schema);
  const faults = new FaultList();
  const basis = await basisOfRun({ jobs, artifacts }, run);
  const request = read(body, { ...basis, savedMaps: new MapsOfRun(maps, basis.assets) }, faults);
  if (request === null || !faults.isEmpty) throw faults.refusal();
  const { name, methods, work } = request;
  await workBound.check(work);
  const { market, currency, mode } = run;
  const draft = { kind, name, methods, market, currency, mode, constraintFamilies: [], parentRunId: runId, work };
  const config = new TextEncoder().encode(JSON.stringify(request.config));
  const submitted = await jobs.submit(accountId, draft, { config, idempotency });
  if (!submitted.isReplay) telemetry.count("jobs.accepted", { kind });
  return submitted;
}

async function succeededRun(
  jobs: JobOfRunDependencies["jobs"],
  accountId: AccountId,
  { kind, runId }: { readonly kind: KindOfRun; readonly runId: JobId },
): Promise<Job> {
  const run = await jobs.get(accountId, runId);
  if (run.kind !== JOB_KINDS[kind].standsOn) throw new DomainError("not_found", `Cannot find run "${runId}"`);
  if (run.status === "succeeded") return run;
  throw new DomainError("run_not_succeeded", `Cannot use run "${runId}": it is ${run.status}`);
}

/** Throws the faults that a request body shows without its run, before anything large is read from the store. */
function refuseShape(body: unknown, schema: z.ZodType): void {
  const faults = new FaultList();
  if (!isObject(body)) faults.add("", "Cannot read the request: the body must be a JSON object");
  faults.throwIfAny();
  parseBySchema(schema, body, faults);
  faults.throwIfAny();
}

async function basisOfRun(
  stored: Pick<JobOfRunDependencies, "jobs" | "artifacts">,
  run: Job,
): Promise<RunBasis> {
  const { accountId, id: jobId } = run;
  try {
    return await readDocument(stored.artifacts, runBasis, { accountId, jobId, absent: "not_found" });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "not_found") throw error;
    return await basisOfResult(stored, run);
  }
}

/**
 * Computes the facts that simulations and backtests need about their run from its config and result. Needed for a run
 * that an older version of the service stored without a document of these facts.
 */
async function basisOfResult(
  { jobs, artifacts }: Pick<JobOfRunDependencies, "jobs" | "artifacts">,
  { accountId, id: jobId }: Job,
): Promise<RunBasis> {
  const [config, { observations, weights }] = await Promise.all([
    jobs.config(accountId, jobId),
    readDocument(artifacts, runResult, { accountId, jobId, absent: "not_found" }),
  ]);
  const request = readRunConfig(JSON.parse(new TextDecoder().decode(config)));
  return basisOf(request, { observations, answered: [...weights.keys()] });
}

function simulationOf(body: unknown, run: Surroundings, faults: FaultList): JobOfRunRequest | null {
  const { methods, answered, observations } = run;
  const simulation = readSimulation(body, { ...run, hasHistory: observations > 0 }, faults);
  if (simulation === null) return null;
  const key = simulation.method ?? answered[0] ?? null;
  const choice = methods.find((method) => method.key === key);
  if (choice === undefined || !answered.includes(choice.key)) {
    faults.add("/method", `Cannot simulate method "${key}" of the run: it has no weights`);
    return null;
  }
  const config = { ...simulation, method: choice.key };
  const work = workOfSimulation(simulation, { assets: run.assets.length, observations });
  return { name: simulation.name, methods: [choice.method], config, work };
}

function backtestOf(body: unknown, run: Surroundings, faults: FaultList): JobOfRunRequest | null {
  const isByPairs = run.available !== undefined, observations = run.available ?? run.observations;
  const backtest = readBacktest(body, { ...run, hasHistory: observations > 0, isByPairs }, faults);
  if (backtest === null) return null;
  const why = whyNotBacktested(backtest, { ...run, observations, isByPairs });
  if (why !== null) faults.add(`/${why.field}`, why.detail);
  return {
    name: backtest.name ?? null,
    methods: backtest.methods.map(({ method }) => method),
    config: backtestPart.config(backtest),
    work: workOfBacktest(backtest, { assets: run.assets.length, observations, constraints: run.constraints }),
  };
}
