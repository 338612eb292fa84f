import { Hono } from "hono";
import { createApp } from "../../../src/app.ts";
import { loadConfig } from "../../../src/config.ts";
import { createDependencies } from "../../../src/dependencies.ts";
import { systemRandom } from "../../../src/runtime/random.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import { PLAN_LIMITS } from "../../../src/domain/plan.ts";
import { openStore, type Store } from "../../../src/store/open_store.ts";
import { keyOfNewAccount } from "../account_key.ts";
import type { LoadAnswer } from "../http_load.ts";
import { medianOf } from "../quantile_of.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";

const ACCOUNTS = 500;
const ROUNDS = 5;
const ROUND_MS = 3_000;
const CONNECTIONS = 32;
const LEAST_SHARE = 0.4;

/**
 * Benchmark row of `GET /jobs/active` by API key with rate limits, compared with a bare route that reads one store
 * entry in the same process.
 */
export const httpRequests: ServiceRow = { id: "http: requests by API key", measure };

/** Measures the requests per second of both routes in turn, after one round that does not count. */
async function measure(): Promise<ServiceAnswer> {
  const folder = await Deno.makeTempDir();
  const sources = { clock: systemClock, random: systemRandom };
  const store = await openStore({ path: `${folder}/kv.sqlite3`, planLimits: PLAN_LIMITS, ...sources });
  // The bare route has a store file of its own, because two handles on one file disturb each other.
  const kv = await Deno.openKv(`${folder}/bare.sqlite3`);
  await kv.set(["jobs", "run"], { run_id: "run", status: "queued" });
  const server = serveBoth(store, kv);
  try {
    const keys = await keysOfAccounts(store);
    const round = async (): Promise<readonly [number, number]> => [
      await load(server.addr.port, { path: "/bare", keys: [] }),
      await load(server.addr.port, { path: "/jobs/active", keys }),
    ];
    await round();
    const rounds: (readonly [number, number])[] = [];
    while (rounds.length < ROUNDS) rounds.push(await round());
    return answerOf(rounds);
  } finally {
    await server.shutdown();
    store.close();
    kv.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Returns the median requests per second of each route, and the median ratio of the two within a round. */
function answerOf(rounds: readonly (readonly [bare: number, active: number])[]): ServiceAnswer {
  return {
    figures: [
      { name: "bare Hono route, one KV read", value: medianOf(rounds.map(([bare]) => bare)), unit: "requests/s" },
      {
        name: `GET /jobs/active, ${ACCOUNTS} accounts`,
        value: medianOf(rounds.map(([, active]) => active)),
        unit: "requests/s",
      },
    ],
    promises: [{
      name: "share of the bare route",
      value: medianOf(rounds.map(([bare, active]) => active / bare)),
      unit: "fraction",
      at_least: LEAST_SHARE,
    }],
  };
}

/** Serves both measured routes from one server without TLS, which would slow both alike. */
function serveBoth(store: Store, kv: Deno.Kv): Deno.HttpServer<Deno.NetAddr> {
  const config = loadConfig({ LOG_LEVEL: "warn" }, { cores: 2 });
  const app = createApp(createDependencies({ config, repositories: store, signingKeys: null }));
  const bare = new Hono();
  bare.get("/bare", async (context) => context.json((await kv.get(["jobs", "run"])).value));
  return Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request, { remoteAddr }) =>
      request.url.endsWith("/bare")
        ? bare.fetch(request)
        : app.fetch(request, { address: remoteAddr.hostname, isEncrypted: true }),
  );
}

async function keysOfAccounts(store: Store): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let number = 0; number < ACCOUNTS; number++) {
    keys.push((await keyOfNewAccount(store, `person${number}@example.com`)).key);
  }
  return keys;
}

async function load(port: number, { path, keys }: { path: string; keys: readonly string[] }): Promise<number> {
  const script = new URL("../http_load.ts", import.meta.url);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-net=127.0.0.1", script.href],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify({
    port,
    path,
    keys,
    durationMs: ROUND_MS,
    connections: CONNECTIONS,
  })));
  await writer.close();
  const { stdout } = await child.output();
  const { perSecond, refused }: LoadAnswer = JSON.parse(new TextDecoder().decode(stdout));
  if (refused > 0) throw new Error(`${refused} requests for ${path} were refused`);
  return perSecond;
}
