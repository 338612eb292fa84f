import { z } from "zod";
import { createApp } from "../../src/app.ts";
import { loadConfig } from "../../src/config.ts";
import { createDependencies } from "../../src/dependencies.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { MAX_BODY_BYTES } from "../../src/http/middleware/body_limit.ts";
import { runJobsOfService } from "../../src/job_runner.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { systemRandom } from "../../src/runtime/random.ts";
import { openStore } from "../../src/store/open_store.ts";
import { keyOfNewAccount } from "../bench/account_key.ts";
import { CpuSampler } from "./cpu_sampler.ts";
import { type RunProfile, sampledPool, UnfinishedRun } from "./run_profile.ts";
import { uploadedRequest } from "./uploaded_request.ts";
import { timesOfWorkers } from "./worker_times.ts";

const LOOK_EVERY_MS = 2;

const result = z.object({ engine: z.object({ phases_ms: z.record(z.string(), z.number()) }) });

/**
 * Computes a request by a service in this process, with one warm worker, under the sampler. A request that is too large
 * for a body sends its history as an upload before. Throws `UnfinishedRun`.
 */
export async function profiledServiceRun(request: string): Promise<RunProfile> {
  const folder = await Deno.makeTempDir({ prefix: "profile-" });
  const sources = { clock: systemClock, random: systemRandom };
  const store = await openStore({ path: `${folder}/kv.sqlite3`, planLimits: PLAN_LIMITS, ...sources });
  const config = loadConfig({ LOG_LEVEL: "error", RATE_LIMITS: "off", WORKERS: "1" }, { cores: 2 });
  const dependencies = createDependencies({ config, repositories: store, signingKeys: null });
  const app = createApp(dependencies), pool = sampledPool("service"), stopping = new AbortController();
  await app.loadAll();
  await Promise.all([pool.warm(), dependencies.readingPool.warm(1), dependencies.preflightPool.warm()]);
  const running = runJobsOfService(dependencies, { signal: stopping.signal, pool, completesDashboards: false });
  try {
    const { key } = await keyOfNewAccount(store, "profile@example.com");
    const ask: Ask = async (method, path, sent) => {
      const headers = { "x-api-key": key, "content-type": method === "PUT" ? "text/csv" : "application/json" };
      const request = new Request(`https://localhost${path}`, {
        method,
        headers,
        ...sent === undefined ? {} : { body: sent },
      });
      const response = await app.fetch(request, { address: "127.0.0.1", isEncrypted: true });
      return { status: response.status, body: await response.json() };
    };
    const body = await sendable(ask, request);
    // The first run does not count, because the engine compiles in it what a service has compiled long ago.
    await succeeded(ask, body);
    await timesOfWorkers(pool.started);
    return await profileOf(ask, body, pool);
  } finally {
    stopping.abort();
    await running;
    pool.close();
    const { preflightPool, constraintPool, readingPool, workbookPool, filePool, marketDataPool } = dependencies;
    for (const one of [preflightPool, constraintPool, readingPool, workbookPool, filePool, marketDataPool]) one.close();
    await store.close();
    await Deno.remove(folder, { recursive: true });
  }
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const job = z.object({
  run_id: z.string(),
  status: z.string(),
  started_at: z.string().nullable(),
  created_at: z.string(),
  uploading_at: z.string().nullable(),
  finished_at: z.string().nullable(),
});

const upload = z.object({ upload_id: z.string(), url: z.string() });

type Ask = (method: string, path: string, sent?: string) => Promise<Reply>;

/** Returns the body of a request; a history beyond the largest body is uploaded. Throws `UnfinishedRun`. */
async function sendable(ask: Ask, request: string): Promise<string> {
  const isLarge = new TextEncoder().encode(request).length > MAX_BODY_BYTES;
  const uploaded = isLarge ? uploadedRequest(request) : null;
  if (uploaded === null) return request;
  const { upload_id: id, url } = upload.parse((await ask("POST", "/uploads", `{"kind":"${uploaded.kind}"}`)).body);
  const sent = await ask("PUT", new URL(url).pathname, uploaded.file);
  if (sent.status !== 200) throw new UnfinishedRun(`The service refused the upload: ${JSON.stringify(sent.body)}`);
  return uploaded.body(id);
}

async function profileOf(ask: Ask, body: string, pool: ReturnType<typeof sampledPool>): Promise<RunProfile> {
  const sampler = new CpuSampler();
  await sampler.start();
  const { run, acceptedMs } = await succeeded(ask, body);
  const threads = [await sampler.stop(), ...await timesOfWorkers(pool.started)];
  const { engine: { phases_ms: phases } } = result.parse((await ask("GET", `/jobs/${run.run_id}/result`)).body);
  const between = (from: string | null, to: string | null): number => Date.parse(to ?? "") - Date.parse(from ?? "");
  return {
    phasesMs: {
      submit: acceptedMs,
      queue: between(run.created_at, run.started_at),
      ...phases,
      store: between(run.uploading_at, run.finished_at),
    },
    threads,
  };
}

/** Submits a run and waits until it has succeeded. Throws `UnfinishedRun`. */
async function succeeded(
  ask: Ask,
  body: string,
): Promise<{ readonly run: z.output<typeof job>; readonly acceptedMs: number }> {
  const began = performance.now();
  const submitted = await ask("POST", "/jobs", body);
  if (submitted.status !== 202) {
    throw new UnfinishedRun(`The service refused the run: ${JSON.stringify(submitted.body)}`);
  }
  const acceptedMs = performance.now() - began;
  let run = job.parse(submitted.body);
  while (["queued", "running", "uploading"].includes(run.status)) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    run = job.parse((await ask("GET", `/jobs/${run.run_id}`)).body);
  }
  if (run.status !== "succeeded") throw new UnfinishedRun(`The run of the service is ${run.status}`);
  return { run, acceptedMs };
}
