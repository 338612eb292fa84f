import { hasPostgres, startPostgres } from "../../../tests/support/postgres_server.ts";
import { type BenchedService, benchedService } from "../benched_service.ts";
import { inlineRuns } from "../inline_runs.ts";
import { medianOf, quantileOf } from "../quantile_of.ts";
import type { Figure, ServiceAnswer, ServiceRow } from "../row.ts";
import { addPerson, signedIn } from "../signed_in_person.ts";
import { type Job, succeeded } from "./run_latency.ts";

const SHAPE = { assets: 20, observations: 750 };
/** As many that each computing process has compiled its code: which of them takes a run is chance. */
const WARM_UP_RUNS = 20;
const RUNS = 30;
const BETWEEN_MS = 300;
const TIMES_AT_MOST = 1.2;
/** Accounts that each have a simulation of a million paths computed or waiting at any time. */
const SIMULATING_ACCOUNTS = 10;
const PATHS = 1_000_000;
const P95_AT_MOST_MS = 300;
const LOOK_EVERY_MS = 200;

/**
 * Benchmark row of the time from POST /jobs to the status `succeeded` on PostgreSQL, with one process that answers and
 * two that compute, beside one process on a file: alone in turns, and while other accounts run large simulations.
 */
export const runLatencyOnPostgres: ServiceRow = {
  id: "jobs: POST to succeeded on PostgreSQL, 20 assets inline, 3 methods",
  async measure() {
    if (!hasPostgres()) throw new Error("Cannot measure without PostgreSQL: install it");
    await using server = await startPostgres({ settings: ["fsync=on", "full_page_writes=on"] });
    const emails = Array.from({ length: SIMULATING_ACCOUNTS }, (_, index) => `person-${index}@example.com`);
    const addPeople = async (path: string): Promise<void> => {
      for (const email of emails) await addPerson(path, email);
    };
    const kvPath = server.path("latency");
    await using onPostgres = await benchedService({
      overTls: false,
      kvPath,
      workProcesses: 2,
      fill: (_, path) => addPeople(path),
    });
    const alone = await besideFile(onPostgres);
    const { figures, promises } = await besideSimulations(onPostgres, emails);
    return { figures: [...alone.figures, ...figures], promises: [...alone.promises, ...promises] };
  },
};

/** Submits runs to both services in turn, because anything that slows the machine then slows both alike. */
async function besideFile(onPostgres: BenchedService): Promise<ServiceAnswer> {
  await using onFile = await benchedService({ overTls: false });
  const timed = { file: new TimedRuns(onFile), postgres: new TimedRuns(onPostgres) };
  for (let run = -WARM_UP_RUNS; run < RUNS; run++) {
    for (const one of run % 2 === 0 ? [timed.file, timed.postgres] : [timed.postgres, timed.file]) {
      await one.next(run >= 0);
    }
  }
  const [file, postgres] = [medianOf(timed.file.durations), medianOf(timed.postgres.durations)];
  return {
    figures: [...timed.file.figures("on a file"), ...timed.postgres.figures("on PostgreSQL")],
    promises: [{ name: "PostgreSQL to file", value: postgres / file, unit: "times", at_most: TIMES_AT_MOST }],
  };
}

async function besideSimulations(service: BenchedService, emails: readonly string[]): Promise<ServiceAnswer> {
  const over = new AbortController();
  const simulating = emails.map((email) => simulateUntil(service, email, over.signal));
  await Promise.all(simulating.map(({ begun }) => begun));
  const timed = new TimedRuns(service);
  for (let run = 0; run < RUNS; run++) await timed.next(true);
  over.abort();
  const simulations = await Promise.all(simulating.map(({ done }) => done));
  return {
    figures: [
      ...timed.figures("beside simulations"),
      { name: "simulations meanwhile", value: simulations.reduce((sum, count) => sum + count, 0), unit: "runs" },
    ],
    promises: [{
      name: "beside simulations, 95 of 100 within",
      value: quantileOf(timed.durations, 0.95),
      unit: "ms",
      at_most: P95_AT_MOST_MS,
    }],
  };
}

/** Runs submitted one after the other to an otherwise idle account, and their times. */
class TimedRuns {
  readonly durations: number[] = [];
  readonly #service: BenchedService;
  readonly #nextBody = inlineRuns(SHAPE);
  readonly #jobs: Job[] = [];

  constructor(service: BenchedService) {
    this.#service = service;
  }

  async next(isTimed: boolean): Promise<void> {
    await pause(BETWEEN_MS);
    const began = performance.now();
    const job = await succeeded(this.#service, await this.#service.submit(this.#nextBody()));
    if (!isTimed) return;
    this.durations.push(performance.now() - began);
    this.#jobs.push(job);
  }

  figures(where: string): readonly Figure[] {
    const between = (from: string, to: string): number =>
      medianOf(this.#jobs.map((job) => Date.parse(String(job[to])) - Date.parse(String(job[from]))));
    return [
      { name: `${where}: median`, value: medianOf(this.durations), unit: "ms" },
      { name: `${where}: 95 of 100 within`, value: quantileOf(this.durations, 0.95), unit: "ms" },
      { name: `${where}: in the queue`, value: between("created_at", "started_at"), unit: "ms" },
      { name: `${where}: prepared and computed`, value: between("started_at", "uploading_at"), unit: "ms" },
      { name: `${where}: stored`, value: between("uploading_at", "finished_at"), unit: "ms" },
    ];
  }
}

interface Simulating {
  /** Resolves when the first simulation of the account is in the queue. */
  readonly begun: Promise<void>;
  /** Resolves with the number of simulations that succeeded, once the last one has ended or was cancelled. */
  readonly done: Promise<number>;
}

function simulateUntil(service: BenchedService, email: string, signal: AbortSignal): Simulating {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const simulate = async (): Promise<number> => {
    const { client } = await signedIn(service, email);
    const send = async (method: "GET" | "POST", path: string, body?: unknown): Promise<Job> => {
      const { status, text } = await client.send(method, path, body === undefined ? undefined : JSON.stringify(body));
      if (status >= 400) throw new Error(`Cannot ${method} ${path}: ${status} ${text}`);
      return JSON.parse(text);
    };
    const ended = async (path: string): Promise<boolean> => {
      for (; !signal.aborted; await pause(LOOK_EVERY_MS)) {
        const { status } = await send("GET", path);
        if (status === "succeeded") return true;
        if (status !== "queued" && status !== "running" && status !== "uploading") {
          throw new Error(`${path} is ${status}`);
        }
      }
      return false;
    };
    const { run_id: runId } = await send("POST", "/jobs", JSON.parse(inlineRuns(SHAPE)()));
    await ended(`/jobs/${runId}`);
    let count = 0;
    while (!signal.aborted) {
      const { mc_run_id: id } = await send("POST", `/runs/${runId}/monte_carlo`, { paths: PATHS, seed: count });
      begin();
      if (await ended(`/mc/${id}`)) count++;
      else await send("POST", `/jobs/${id}/cancel`);
    }
    client.close();
    return count;
  };
  return { begun, done: simulate() };
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
