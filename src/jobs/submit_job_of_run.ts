import { createHash } from "node:crypto";
import type { z } from "zod";
import type { DoubtedKind } from "../computations/doubts_of_job.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Account } from "../domain/account.ts";
import { assetId } from "../domain/asset.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import type { Job } from "../domain/job.ts";
import { JOB_KINDS } from "../domain/job_kinds.ts";
import type { Submitted } from "../store/job_submission.ts";
import { unlessAway } from "../store/unless_away.ts";
import {
  backtestPart,
  readBacktest,
  rowsOfBacktest,
  submittedBacktest,
  whyNotBacktested,
} from "../request/parts/backtest.ts";
import type { DoubtPolicy } from "../request/parts/doubt_policy.ts";
import { FaultList } from "../faults/fault_list.ts";
import { isObject } from "../faults/json_object.ts";
import { workOfBacktest, workOfSimulation } from "../request/counted_work.ts";
import { kernelDigests } from "../kernels/digests.ts";
import { readFinishedRun } from "../request/read_run_config.ts";
import { MapsOfRun, savedMapsOf } from "../request/saved_maps.ts";
import type { PreflightQueue } from "./preflight_queue.ts";
import { savedMapsOfAccount } from "./saved_maps_of.ts";
import { readDocument } from "./read_document.ts";
import { basisOf, type RunBasis, runBasis } from "../documents/run_basis.ts";
import { runResult } from "../documents/run_result.ts";
import { parseBySchema } from "../faults/parse_by_schema.ts";
import { readSimulation, submittedSimulation } from "../request/parts/simulation.ts";
import type { WorkBound } from "./work_bound.ts";

/** Type of the services that accepting a simulation or a backtest needs. */
export interface JobOfRunDependencies
  extends Pick<Dependencies, "jobs" | "artifacts" | "classificationMaps" | "telemetry"> {
  readonly preflights: Pick<PreflightQueue, "run">;
  readonly workBound: Pick<WorkBound, "check">;
}

export interface JobOfRunSubmission {
  /** Id of the run that the simulation or backtest is based on. */
  readonly runId: JobId;
  readonly body: unknown;
  /** Value of the `Idempotency-Key` header, 1 to 255 characters; null without the header. */
  readonly idempotencyKey: string | null;
  /** Signal that ends the judgement of doubts when the caller has gone. */
  readonly signal?: AbortSignal;
}

/**
 * Accepts a simulation of a method of a run. Throws `not_found`, `run_not_succeeded`, `validation_failed` with JSON
 * pointers into the body, `idempotency_key_reused`, `quota_exceeded`, `limit_reached` if the plan has no space for the
 * simulation, and `not_ready` if the store accepts no writes, the files of the run cannot be reached or no process
 * computes a simulation of its work.
 */
export function submitSimulation(
  dependencies: JobOfRunDependencies,
  account: Account,
  submission: JobOfRunSubmission,
): Promise<Submitted> {
  return submitJobOfRun(dependencies, account, {
    ...submission,
    kind: "monte_carlo",
    schema: submittedSimulation,
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
    schema: submittedBacktest,
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
  { jobs, artifacts, classificationMaps, telemetry, preflights, workBound }: JobOfRunDependencies,
  account: Account,
  { runId, body, idempotencyKey, signal, kind, schema, read }: JobOfRunSubmission & {
    readonly kind: DoubtedKind;
    readonly schema: typeof submittedSimulation | typeof submittedBacktest;
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
  const { doubts: policy } = readShape(body, schema);
  const faults = new FaultList();
  const basis = await unlessAway(() => basisOfRun({ jobs, artifacts }, run));
  const request = read(withoutPolicy(body), { ...basis, savedMaps: new MapsOfRun(maps, basis.assets) }, faults);
  if (request === null || !faults.isEmpty) throw faults.refusal();
  const { name, methods, work } = request;
  await workBound.check(work);
  const config = new TextEncoder().encode(JSON.stringify(request.config));
  if (policy === "refuse") {
    // The worker takes over the bytes that it receives.
    const job = {
      kind,
      config: config.slice(),
      run: {
        config: await jobs.configOfRun(accountId, runId),
        history: await jobs.inputs(accountId, runId),
        digests: await kernelDigests(),
      },
      ofHistory: basis.doubts,
    };
    const isJudged = await preflights.run(accountId, job, signal ?? new AbortController().signal);
    if (!isJudged) throw new DomainError("not_ready", UNJUDGED, { retryAfterSeconds: 5 });
  }
  const { market, currency, mode } = run;
  const draft = { kind, name, methods, market, currency, mode, constraintFamilies: [], parentRunId: runId, work };
  const submitted = await jobs.submit(accountId, draft, { config, idempotency });
  if (!submitted.isReplay) telemetry.count("jobs.accepted", { kind });
  return submitted;
}

async function succeededRun(
  jobs: JobOfRunDependencies["jobs"],
  accountId: AccountId,
  { kind, runId }: { readonly kind: DoubtedKind; readonly runId: JobId },
): Promise<Job> {
  const run = await jobs.get(accountId, runId);
  if (run.kind !== JOB_KINDS[kind].standsOn) throw new DomainError("not_found", `Cannot find run "${runId}"`);
  if (run.status === "succeeded") return run;
  throw new DomainError("run_not_succeeded", `Cannot use run "${runId}": it is ${run.status}`);
}

const UNJUDGED = 'The service cannot judge the doubts now: try again later, or leave out "doubts"';

/**
 * Reads the fields of a request body that need no knowledge of its run. Throws the faults that the body shows without
 * its run, before anything large is read from the store.
 */
function readShape(
  body: unknown,
  schema: typeof submittedSimulation | typeof submittedBacktest,
): { readonly doubts: DoubtPolicy } {
  const faults = new FaultList();
  if (!isObject(body)) faults.add("", "Cannot read the request: the body must be a JSON object");
  faults.throwIfAny();
  const read = parseBySchema<z.ZodType<{ readonly doubts: DoubtPolicy }>>(schema, body, faults);
  if (read === null) throw faults.refusal();
  faults.throwIfAny();
  return read;
}

/** Returns a request body without the field that says what doubts do, which is no part of what is computed. */
function withoutPolicy(body: unknown): unknown {
  if (!isObject(body)) return body;
  const { doubts: _policy, ...rest } = body;
  return rest;
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
  const [config, { assets, observations, weights }] = await Promise.all([
    jobs.configOfRun(accountId, jobId),
    readDocument(artifacts, runResult, { accountId, jobId, absent: "not_found" }),
  ]);
  const request = readFinishedRun(JSON.parse(new TextDecoder().decode(config)), assets.map(assetId));
  return basisOf(request, { observations, answered: [...weights.keys()], doubts: [] });
}

function simulationOf(body: unknown, run: Surroundings, faults: FaultList): JobOfRunRequest | null {
  const { methods, answered, observations } = run;
  const simulation = readSimulation(body, { ...run, ...historyOf(run) }, faults);
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

/** Returns what simulations and backtests are told of the returns of their run. */
function historyOf({ observations, scenarios }: Pick<RunBasis, "observations" | "scenarios">): {
  readonly hasHistory: boolean;
  readonly isUnordered: boolean;
  readonly isWeighted: boolean;
} {
  return {
    hasHistory: observations > 0,
    isUnordered: scenarios !== undefined,
    isWeighted: scenarios === "weighted",
  };
}

function backtestOf(body: unknown, run: Surroundings, faults: FaultList): JobOfRunRequest | null {
  const isByPairs = run.available !== undefined, observations = run.available ?? run.observations;
  const backtest = readBacktest(body, { ...run, ...historyOf({ ...run, observations }), isByPairs }, faults);
  if (backtest === null) return null;
  const why = whyNotBacktested(backtest, { ...run, observations, isByPairs });
  if (why !== null) faults.add(`/${why.field}`, why.detail);
  const { first, end } = run.dates === undefined
    ? { first: 0, end: observations }
    : rowsOfBacktest(backtest, run.dates);
  return {
    name: backtest.name ?? null,
    methods: backtest.methods.map(({ method }) => method),
    config: backtestPart.config(backtest),
    work: workOfBacktest(backtest, {
      assets: run.assets.length,
      observations,
      walked: Math.max(0, end - first),
      constraints: run.constraints,
    }),
  };
}
