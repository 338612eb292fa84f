/** Tests that the largest possible requests of every endpoint neither hold up other requests nor fill the memory. */
import assert from "node:assert/strict";
import { threadCpuUsage } from "node:process";
import { z } from "zod";
import { ATTACKS } from "../../scripts/bench/attacks.ts";
import { createApp } from "../../src/app.ts";
import { insightId } from "../../src/domain/insight_kind.ts";
import { jobIdOf } from "../../src/domain/identifier.ts";
import type { Contract } from "../../src/http/contract.ts";
import { DEFAULT_BODY_BYTES } from "../../src/http/middleware/body_limit.ts";
import { ENDPOINTS } from "../../src/http/routes/mod.ts";
import { type Browser, verifiedBrowser } from "../support/browser.ts";
import { OAuthClient } from "../support/oauth_client.ts";
import { type RunningService } from "../support/running_service.ts";
import { submitted } from "../support/runs_over_https.ts";
import { QUEUED, sharedService } from "../support/shared_service.ts";
import { pricesBody } from "../support/submission.ts";
import { partOf, testInTurn } from "../support/tier.ts";

/** Longest time that one request may block the event loop, in milliseconds. */
const LONGEST_TURN_MS = 250;
/**
 * Largest number of attempts of a request. Another process may occupy the core of a busy machine meanwhile, so the best
 * attempt counts.
 */
const TRIES = 6;
/** Largest allowed response in bytes. A refusal's list of faults may take 256 KiB, and so may its conflict. */
const LARGEST_ANSWER_BYTES = 300_000;
/**
 * Largest growth of the process's memory while one endpoint is tested, in MiB. It includes the request bodies and
 * concurrent tests.
 */
const MOST_GROWTH_MIB = 1_024;

interface Sent {
  readonly kind: string;
  readonly path: string;
  readonly body: string | null;
  readonly chunkBytes?: number;
  readonly isSignedIn?: boolean;
}

/** Service that gets the requests, with credentials for it. */
interface Target {
  readonly service: RunningService;
  readonly person: Browser;
  /** Access token of a connector that the person lets in. */
  readonly connectorToken: string;
}

Deno.test(
  testInTurn(
    "the largest requests of every endpoint neither block the event loop for long nor get a large response",
    async (test) => {
      // The tested service has no workers, so accepted jobs stay queued.
      const service = await sharedService(QUEUED);
      const person = await verifiedBrowser(service);
      const ids = await idsOf(person, service);
      const connector = await OAuthClient.register(service);
      const { body: { access_token: connectorToken } } = await connector.exchange(await connector.code(person));
      for (const { contract } of partOf(ENDPOINTS)) {
        await test.step(`${contract.method} ${contract.path}`, async () => {
          // Memory is measured for each endpoint alone, because the engine decides when it collects the garbage of
          // several.
          const before = Deno.memoryUsage().rss;
          for (const sent of largestOf(contract, ids)) {
            await feed(contract, sent, {
              service,
              person,
              connectorToken,
            });
          }
          const grown = (Deno.memoryUsage().rss - before) / 1_024 / 1_024;
          assert.ok(grown < MOST_GROWTH_MIB, `grown by ${Math.round(grown)} MiB`);
        });
      }
    },
  ),
);

/**
 * Creates one record of each kind and returns its id, by the path parameter that takes the id or by the beginning of a
 * path.
 */
async function idsOf(person: Browser, service: RunningService): Promise<Readonly<Record<string, string>>> {
  const { store } = service;
  const { body: client } = await person.send("POST", "/auth/api-clients", { body: { name: "Desk" } });
  const { body: key } = await person.send("POST", "/auth/api-keys", { body: { client_id: client.id, name: "Key" } });
  const runId = await submitted(person, pricesBody(2, 30));
  // The test cancels the run, because the event stream of an unfinished run would not end.
  await person.send("POST", `/jobs/${runId}/cancel`);
  const map = { name: "Sectors", map: { A: "B" } };
  const { body: { upload_id: uploadId } } = await person.send("POST", "/uploads", { body: { kind: "prices" } });
  const { body: { map_id: mapId } } = await person.send("POST", "/classification-maps", { body: map });
  const template = { name: "Core", request: {} };
  const { body: { template_id: templateId } } = await person.send("POST", "/templates", { body: template });
  const { body: { email } } = await person.send("GET", "/users/me");
  const member = await store.accounts.findByEmail(email);
  assert.ok(member !== null);
  // The test's comparison refers to runs that no longer exist, because no run succeeds in this test.
  const runIds = ["1", "2"].map((digit) => jobIdOf(`run_01K0000000000000000000000${digit}`));
  const comparison = await store.comparisons.create(member.account.id, { name: "Both", runIds }, null);
  const { body: { items: [{ session_id: sessionId }] } } = await person.send("GET", "/auth/sessions");
  const requestId = await (await OAuthClient.register(service)).request();
  return {
    run_id: runId,
    request_id: requestId,
    session_id: sessionId,
    map_id: mapId,
    upload_id: uploadId,
    template_id: templateId,
    comparison_id: comparison.id,
    insight_id: insightId("concentration", runId),
    "/auth/api-clients/": client.id,
    "/auth/api-keys/": key.id,
  };
}

/** Test helper. Sends a request until the event loop was not blocked too long, up to `TRIES` times; fails otherwise. */
async function feed(
  contract: Contract,
  sent: Sent,
  to: Target,
): Promise<void> {
  const longestMs: number[] = [];
  for (let sentTimes = 0; longestMs.length < TRIES; sentTimes++) {
    assert.ok(sentTimes < 10 * TRIES, `${sent.kind}: always put off`);
    const turnMs = await feedOnce(contract, sent, to);
    if (turnMs !== null) longestMs.push(turnMs);
    if (longestMs.some((ms) => ms < LONGEST_TURN_MS)) return;
  }
  assert.fail(`${sent.kind}: turns of ${longestMs.map(Math.round).join(", ")} ms`);
}

/**
 * Test helper. Sends a request once, checks the response, and returns the longest time that the event loop was blocked,
 * in milliseconds; null where the service put the request off because the machine is busy.
 */
async function feedOnce(
  { method, credential, takesForm }: Contract,
  { kind, path, body, chunkBytes, isSignedIn = true }: Sent,
  { service, person, connectorToken }: Target,
): Promise<number | null> {
  const headers = new Headers({ host: "service.localhost" });
  const type = takesForm ? "application/x-www-form-urlencoded" : "application/json";
  if (body !== null) headers.set("content-type", type);
  const token = credential === "connector" ? connectorToken : person.accessToken;
  if (isSignedIn) headers.set("authorization", `Bearer ${token}`);
  const app = createApp(service.service.dependencies);
  const request = new Request(`https://service.localhost${path}`, {
    method,
    headers,
    body: body === null || chunkBytes === undefined ? body : inChunks(body, chunkBytes),
  });
  const turns = new Turns();
  const response = await app.fetch(request, { address: "127.0.0.1", isEncrypted: true });
  const bytes = (await response.bytes()).length;
  const longestMs = turns.stop();
  if (response.status === 503 && response.headers.has("retry-after")) return null;
  const what = `${kind}: ${response.status}, ${bytes} bytes`;
  if (chunkBytes !== undefined) assert.equal(response.status, 413, what);
  assert.ok(response.status < 500 && bytes <= LARGEST_ANSWER_BYTES, what);
  return longestMs;
}

/** Measures the longest time that the event loop is blocked, until it is stopped. */
class Turns {
  #longestMs = 0;
  #lookedAt = performance.now();
  #usedMs = threadMs();
  readonly #timer = setInterval(() => this.#look(), 1);

  #look(): void {
    const now = performance.now(), used = threadMs();
    // On a busy machine the thread waits for a core, which blocks no event loop. The processor time has coarse steps.
    this.#longestMs = Math.max(this.#longestMs, Math.min(now - this.#lookedAt, used - this.#usedMs));
    this.#lookedAt = now;
    this.#usedMs = used;
  }

  stop(): number {
    clearInterval(this.#timer);
    this.#look();
    return this.#longestMs;
  }
}

/** Returns the milliseconds of processor that this thread has used. */
function threadMs(): number {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1_000;
}

function largestOf(contract: Contract, ids: Readonly<Record<string, string>>): readonly Sent[] {
  const path = contract.path.replace(
    /\{(\w+)\}/g,
    (_, name, at) => ids[name] ?? ids[contract.path.slice(0, at)] ?? "x",
  );
  const isParameter = contract.path !== path;
  const attacks = ATTACKS.filter((attack) => attack.method === contract.method && attack.path === contract.path)
    .map(({ name, path, body, ...attack }) => ({ ...attack, kind: name, path, body: body?.() ?? null }));
  return [
    ...queriesOf(contract).map(([kind, query]) => ({ kind, path: `${path}?${query}`, body: null })),
    ...isParameter
      ? [{ kind: "a parameter", path: contract.path.replace(/\{\w+\}/g, "x".repeat(60_000)), body: null }]
      : [],
    // Files of uploads are no JSON, and go to the store while they arrive: see uploads_test.ts.
    ...contract.method === "GET" || contract.takesFile !== undefined
      ? []
      : bodiesOf(contract).map((sent) => ({ ...sent, path })),
    ...attacks,
  ];
}

function queriesOf({ query }: Contract): readonly (readonly [string, string])[] {
  const names = Object.keys(query?.shape ?? {});
  const repeated = [...names, "unknown"];
  return [
    ["names of a query", Array.from({ length: 16_000 }, (_, at) => `a${at}`).join("&")],
    ["one name of a query", "n".repeat(60_000)],
    ["one value of a query", `${names[0] ?? "n"}=${"%41".repeat(20_000)}`],
    [
      "a name of a query time and again",
      Array.from({ length: 8_000 }, (_, at) => repeated[at % repeated.length]).join("&"),
    ],
  ];
}

/** Returns request bodies near the endpoint's limit of bytes or of JSON values, and one in chunks of one byte. */
function bodiesOf({ body, maxBytes = DEFAULT_BODY_BYTES }: Contract): readonly Omit<Sent, "path">[] {
  const { properties = { field: true } } = z.toJSONSchema(body ?? z.strictObject({}), { io: "input" });
  const known = [...Object.keys(properties), "field"];
  const share = Math.floor((maxBytes - 1_000) / known.length) - 200;
  const count = (bytes: number): number => Math.min(Math.floor(maxBytes / bytes) - 20, 150_000);
  const filled = (value: string): string => `{${known.map((name) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
  const repeated = (value: string): string => {
    const items = Math.max(1, Math.min(Math.floor(share / (value.length + 1)), Math.floor(300_000 / known.length)));
    return `[${Array(items).fill(value).join(",")}]`;
  };
  return [
    { kind: "one name", body: `{"${"n".repeat(maxBytes - 10)}":1}` },
    { kind: "names", body: `{${Array.from({ length: count(14) }, (_, at) => `"n${at}":1`).join(",")}}` },
    {
      kind: "names like its own",
      body: `{${Array.from({ length: count(40) }, (_, at) => `"${known[at % known.length]}${at}":1`).join(",")}}`,
    },
    { kind: "depth", body: "[".repeat(maxBytes / 2) + "]".repeat(maxBytes / 2) },
    { kind: "depth in each field", body: filled(repeated(`${"[".repeat(30)}${"]".repeat(30)}`)) },
    { kind: "a text in each field", body: filled(`"${"t".repeat(share)}"`) },
    { kind: "objects in each field", body: filled(repeated("{}")) },
    { kind: "numbers in each field", body: filled(repeated("1")) },
    { kind: "texts in each field", body: filled(repeated('"aaaaaaaa"')) },
    { kind: "names in each field", body: filled(`{${names(share / 12, 150_000 / known.length)}}`) },
    { kind: "chunks", body: " ".repeat(20_000), chunkBytes: 1 },
  ];
}

function names(...atMost: readonly number[]): string {
  return Array.from({ length: Math.floor(Math.min(...atMost)) }, (_, at) => `"k${at}":1`).join(",");
}

function inChunks(body: string, bytes: number): ReadableStream<Uint8Array> {
  const whole = new TextEncoder().encode(body);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= whole.length) return controller.close();
      controller.enqueue(whole.slice(at, at += bytes));
    },
  });
}
