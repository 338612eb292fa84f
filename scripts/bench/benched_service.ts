import { systemRandom } from "../../src/runtime/random.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import type { AccountId } from "../../src/domain/identifier.ts";
import { METER_NAMES } from "../../src/domain/job_kinds.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { openStore } from "../../src/store/open_store.ts";
import { startServiceProcess } from "../../tests/support/service_process.ts";
import { keyOfNewAccount } from "./account_key.ts";
import { type Answer, PromptClient } from "./prompt_client.ts";

/** Service under measurement, in a process of its own with its own store file, called by one account. */
export interface BenchedService extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
  /** TLS certificate of the measured service as PEM text. Empty without TLS. */
  readonly certificate: string;
  /** Sends a GET request to the benchmarked service and returns the answer, whatever its status. */
  get(path: string): Promise<Answer>;
  /** Sends a GET request to the benchmarked service and returns the JSON body. Throws where the status is not 200. */
  read(path: string): Promise<Record<string, unknown>>;
  /** Submits a run to the benchmarked service and returns its id. Throws where the service refuses it. */
  submit(body: string): Promise<string>;
  /** Returns the status of a run on the benchmarked service. */
  statusOf(runId: string): Promise<string>;
}

export interface BenchedServiceOptions {
  /** Whether the benchmarked service itself ends TLS, rather than a proxy before it. True where absent. */
  readonly overTls?: boolean;
  /** Whether the benchmarked service limits requests per minute. False where absent. */
  readonly hasRateLimits?: boolean;
  /** Address of the store's database; absent means a file of the benchmarked service's own. */
  readonly kvPath?: string;
  /**
   * Number of processes beside the benchmarked service that compute its runs, with one worker each; the service itself
   * then computes none. With 0, or if absent, it computes them itself.
   */
  readonly workProcesses?: number;
  /** Further settings of the measured service, as environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Writes to the store at `path` before the benchmarked service starts. */
  readonly fill?: (accountId: AccountId, path: string) => Promise<void>;
}

const UNLIMITED = { free: Object.fromEntries(METER_NAMES.map((name) => [name, null])) };

/** Starts a service for a benchmark, with one worker and without limits on the number of runs. */
export async function benchedService(
  { overTls = true, hasRateLimits = false, kvPath, workProcesses = 0, settings = {}, fill }: BenchedServiceOptions = {},
): Promise<BenchedService> {
  const dataDir = await Deno.makeTempDir({ prefix: "bench-" });
  const path = kvPath ?? `${dataDir}/kv.sqlite3`;
  const key = await newAccount(path, fill);
  await Deno.writeTextFile(`${dataDir}/limits.json`, JSON.stringify(UNLIMITED));
  const environment = {
    DATA_DIR: dataDir,
    KV_PATH: path,
    HTTPS_PORT: "0",
    WORKERS: "1",
    RATE_LIMITS: hasRateLimits ? "on" : "off",
    PLAN_LIMITS_FILE: `${dataDir}/limits.json`,
    LOG_FORMAT: "json",
    ...settings,
  };
  const process = startServiceProcess({
    ...environment,
    ...workProcesses === 0 ? {} : { WORKERS: "0" },
    ...overTls ? {} : { TRUST_PROXY: "on", HTTP_PORT: String(freePort()) },
  });
  const computing = Array.from({ length: workProcesses }, () => startServiceProcess(environment, ["work"]));
  await Promise.all(computing.map(({ printed }) => printed(/"started"/)));
  const started: unknown = JSON.parse(await process.printed(/"started"/));
  const port = portOf(started, overTls ? "https_port" : "http_port");
  const certificate = overTls ? await Deno.readTextFile(`${dataDir}/tls/certificate.pem`) : null;
  const client = new PromptClient({
    port,
    certificate,
    headers: { "content-type": "application/json", "x-api-key": key, ...overTls ? {} : FORWARDED },
  });
  const read = async (path: string): Promise<Record<string, unknown>> => {
    const { status, text } = await client.send("GET", path);
    if (status !== 200) throw new Error(`Cannot read ${path}: ${status} ${text}`);
    return JSON.parse(text);
  };
  return {
    pid: process.pid,
    port,
    certificate: certificate ?? "",
    get: (path) => client.send("GET", path),
    read,
    async submit(body) {
      const { status, text } = await client.send("POST", "/jobs", body);
      if (status !== 202) throw new Error(`Cannot submit a run: ${status} ${text}`);
      return JSON.parse(text).run_id;
    },
    statusOf: async (runId) => String((await read(`/jobs/${runId}`)).status),
    async [Symbol.asyncDispose]() {
      client.close();
      for (const one of [process, ...computing]) {
        one.kill("SIGTERM");
        await one.ended();
      }
      await Deno.remove(dataDir, { recursive: true });
    },
  };
}

/** Headers that a proxy adds to each request for a service without TLS. */
export const FORWARDED = { "x-forwarded-proto": "https", "x-forwarded-for": "127.0.0.1" };

/** Creates a store with one account, lets `fill` write to it, and closes it. Returns the API key of the account. */
async function newAccount(path: string, fill: BenchedServiceOptions["fill"]): Promise<string> {
  const store = await openStore({ path, planLimits: PLAN_LIMITS, clock: systemClock, random: systemRandom });
  const { accountId, key } = await keyOfNewAccount(store, "person@example.com");
  await store.close();
  await fill?.(accountId, path);
  return key;
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}

function portOf(started: unknown, name: string): number {
  const port = typeof started === "object" && started !== null ? new Map(Object.entries(started)).get(name) : null;
  if (typeof port !== "number") throw new Error(`Cannot find ${name} in ${JSON.stringify(started)}`);
  return port;
}
