import { systemClock, systemRandom } from "../../src/dependencies.ts";
import type { AccountId } from "../../src/domain/identifier.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { startServiceProcess } from "../../tests/support/service_process.ts";
import { keyOfNewAccount } from "./account_key.ts";

/** A service in a process of its own, on a KV file of its own, called over HTTPS by one account. */
export interface BenchedService extends AsyncDisposable {
  readonly pid: number;
  readonly dataDir: string;
  /** Sends a request with the key of the account. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Sends the body of a run; the id of the run that was accepted. Throws where it was refused. */
  submit(body: BodyInit): Promise<string>;
  /** The status of a run. */
  statusOf(runId: string): Promise<string>;
}

const UNLIMITED = { free: { optimization_runs: null } };

/** Starts a service with one worker, without limits of rate and meter; `fill` writes to its store before. */
export async function benchedService(
  fill: (store: Store, accountId: AccountId, path: string) => Promise<void> = () => Promise.resolve(),
): Promise<BenchedService> {
  const dataDir = await Deno.makeTempDir({ prefix: "bench-" });
  const path = `${dataDir}/kv.sqlite3`;
  const store = await openStore({ path, planLimits: PLAN_LIMITS, clock: systemClock, random: systemRandom });
  const { accountId, key } = await keyOfNewAccount(store, "person@example.com");
  await fill(store, accountId, path);
  store.close();
  await Deno.writeTextFile(`${dataDir}/limits.json`, JSON.stringify(UNLIMITED));
  const process = startServiceProcess({
    DATA_DIR: dataDir,
    HTTPS_PORT: "0",
    WORKERS: "1",
    RATE_LIMITS: "off",
    PLAN_LIMITS_FILE: `${dataDir}/limits.json`,
    LOG_FORMAT: "json",
  });
  const started: unknown = JSON.parse(await process.printed(/"started"/));
  const url = `https://localhost:${portOf(started)}`;
  const client = Deno.createHttpClient({ caCerts: [await Deno.readTextFile(`${dataDir}/tls/certificate.pem`)] });
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, { ...init, client, headers: { "content-type": "application/json", "x-api-key": key } });
  return {
    pid: process.pid,
    dataDir,
    fetch: call,
    async submit(body) {
      const response = await call("/jobs", { method: "POST", body });
      const text = await response.text();
      if (response.status !== 202) throw new Error(`Cannot submit a run: ${response.status} ${text}`);
      return JSON.parse(text).run_id;
    },
    async statusOf(runId) {
      return (await (await call(`/jobs/${runId}`)).json()).status;
    },
    async [Symbol.asyncDispose]() {
      process.kill("SIGTERM");
      await process.ended();
      client.close();
      await Deno.remove(dataDir, { recursive: true });
    },
  };
}

function portOf(started: unknown): number {
  if (typeof started === "object" && started !== null && "https_port" in started) return Number(started.https_port);
  throw new Error(`Cannot find the port in ${JSON.stringify(started)}`);
}
