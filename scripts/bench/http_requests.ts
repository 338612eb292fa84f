import { Hono } from "hono";
import { newApiKeyText } from "../../src/accounts/api_key_text.ts";
import { secretDigest } from "../../src/accounts/secrets.ts";
import { createApp } from "../../src/app.ts";
import { loadConfig } from "../../src/config.ts";
import { createDependencies, systemClock, systemRandom } from "../../src/dependencies.ts";
import { PLAN_LIMITS } from "../../src/domain/plan.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import type { LoadAnswer } from "./http_load.ts";

/** `GET /jobs/active` by API key with rate limits on, against a bare route with one read of KV in the same process. */
export interface HttpRequestsMeasurement {
  readonly accounts: number;
  /** Requests a second, the median of the rounds. */
  readonly bareRoute: number;
  readonly activeJobs: number;
  /** `activeJobs / bareRoute` of each round, the median of them. */
  readonly share: number;
}

const ACCOUNTS = 500;
const ROUNDS = 5;
const ROUND_MS = 3_000;
const CONNECTIONS = 32;
const LEAST_SHARE = 0.4;

if (import.meta.main) Deno.exit(await main());

/** Prints the measurement; the exit code is 1 where the share is less than it must be. */
async function main(): Promise<number> {
  const { accounts, bareRoute, activeJobs, share } = await measureHttpRequests();
  say(`bare Hono route, one KV read           ${bareRoute.toLocaleString("en")} a second`);
  say(`GET /jobs/active, ${accounts} accounts' keys    ${activeJobs.toLocaleString("en")} a second`);
  say(`share                                  ${(share * 100).toFixed(1)} % (at least ${LEAST_SHARE * 100} %)`);
  return share >= LEAST_SHARE ? 0 : 1;
}

/** Measures both routes by turns, after a round that is not counted. */
export async function measureHttpRequests(): Promise<HttpRequestsMeasurement> {
  const folder = await Deno.makeTempDir();
  const sources = { clock: systemClock, random: systemRandom };
  const store = await openStore({ path: `${folder}/kv.sqlite3`, planLimits: PLAN_LIMITS, ...sources });
  // A file of its own: two handles on one file get in each other's way.
  const kv = await Deno.openKv(`${folder}/bare.sqlite3`);
  await kv.set(["jobs", "run"], { run_id: "run", status: "queued" });
  const server = serveBoth(store, kv);
  try {
    const keys = await keysOfAccounts(store);
    const measure = async (): Promise<readonly [number, number]> => [
      await load(server.addr.port, { path: "/bare", keys: [] }),
      await load(server.addr.port, { path: "/jobs/active", keys }),
    ];
    await measure();
    const rounds: (readonly [number, number])[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure());
    return {
      accounts: ACCOUNTS,
      bareRoute: median(rounds.map(([bare]) => bare)),
      activeJobs: median(rounds.map(([, active]) => active)),
      share: median(rounds.map(([bare, active]) => active / bare)),
    };
  } finally {
    await server.shutdown();
    store.close();
    kv.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** One server for both, without TLS, which would weigh on both alike. */
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
    keys.push(await keyOfNewAccount(store, `person${number}@example.com`));
  }
  return keys;
}

async function keyOfNewAccount(store: Store, email: string): Promise<string> {
  const mail = { to: email, subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
  const verification = { digest: secretDigest(email), mail };
  const signUp = { email, fullName: "Person", passwordHash: "none", plan: "free", verification } as const;
  const { account } = await store.accounts.signUp(signUp);
  const client = await store.apiClients.create(account.id, { name: "Desk", description: null });
  const ulid = systemRandom.ulid();
  const { text, secret } = newApiKeyText(ulid, systemRandom.bytes);
  const draft = { ulid, clientId: client.id, name: "Key", prefix: "pos", digest: secretDigest(secret) };
  await store.apiKeys.create(account.id, { ...draft, scopes: ["jobs:read"] });
  return text;
}

async function load(port: number, { path, keys }: { path: string; keys: readonly string[] }): Promise<number> {
  const script = new URL("./http_load.ts", import.meta.url);
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

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

function say(line: string): void {
  // deno-lint-ignore no-console
  console.log(line);
}
