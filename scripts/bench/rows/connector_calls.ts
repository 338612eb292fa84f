import { request as requestOf } from "node:http";
import { secretDigest } from "../../../src/accounts/secrets.ts";
import { PLAN_LIMITS } from "../../../src/domain/plan.ts";
import { newConnectorToken } from "../../../src/oauth/connector_token_text.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import { systemRandom } from "../../../src/runtime/random.ts";
import { openStore, type Store } from "../../../src/store/open_store.ts";
import { consentedConnector, exchangeCode } from "../../../tests/support/consented_connector.ts";
import { keyOfNewAccount } from "../account_key.ts";
import { type BenchedService, benchedService, FORWARDED } from "../benched_service.ts";
import { inlineRuns } from "../inline_runs.ts";
import { PromptClient } from "../prompt_client.ts";
import { medianOf, quantileOf } from "../quantile_of.ts";
import { residentMebibytes } from "../resident_mebibytes.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";

const PERSON = "person@example.com";
/** Accounts with subscriptions, so that none reaches the largest number of streams of an account. */
const LISTENERS = 4;
const SUBSCRIPTIONS = 200;
const PER_SECOND = 50;
const SECONDS = 20;
const PAIRS = 300;
const OVERHEAD_AT_MOST_MS = 5;
const ADDED_AT_MOST_MEBIBYTES = 100;
const REST_MS = 3_000;
const SHAPE = { assets: 20, observations: 250 };
const REVISION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/**
 * Benchmark row of calls of tools by connectors: the time that a call takes longer than the route behind it, and calls
 * at a steady rate beside open subscriptions with the memory that both add.
 */
export const connectorCalls: ServiceRow = { id: "connector: 50 calls a second beside 200 subscriptions", measure };

async function measure(): Promise<ServiceAnswer> {
  const tokens: string[] = [];
  // Both ends of the store's audience have this address, as consents of tests have it.
  const settings = { PUBLIC_URL: "https://localhost" };
  const fill = (_account: unknown, path: string): Promise<void> => addAssistants(path, tokens);
  await using service = await benchedService({ overTls: false, settings, fill });
  const [token = "", ...listeners] = tokens;
  const runId = await service.submit(inlineRuns(SHAPE)());
  const assistant = new PromptClient({ port: service.port, certificate: null, headers: headersOf(token, "get_run") });
  const call = async (): Promise<number> => await timed(() => assistant.send("POST", "/mcp", callOf(runId)));
  const route = async (): Promise<number> => await timed(() => service.get(`/jobs/${runId}`));
  try {
    const { called, asked } = await inTurns(call, route);
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const before = await residentMebibytes(service.pid);
    using _subscriptions = await subscribed(service, listeners);
    const { elapsedMs, mostMebibytes } = await calledAtRate(call, service);
    return {
      figures: [
        { name: "the route, median", value: medianOf(asked), unit: "ms" },
        { name: "the call, median", value: medianOf(called), unit: "ms" },
        { name: "a call beside subscriptions, median", value: medianOf(elapsedMs), unit: "ms" },
        { name: "a call beside subscriptions, 99 of 100", value: quantileOf(elapsedMs, 0.99), unit: "ms" },
        { name: "memory before", value: before, unit: "MiB" },
      ],
      promises: [
        {
          name: "a call longer than its route, median",
          value: medianOf(called) - medianOf(asked),
          unit: "ms",
          at_most: OVERHEAD_AT_MOST_MS,
        },
        {
          name: `memory that ${SUBSCRIPTIONS} subscriptions and the calls add`,
          value: mostMebibytes - before,
          unit: "MiB",
          at_most: ADDED_AT_MOST_MEBIBYTES,
        },
      ],
    };
  } finally {
    assistant.close();
  }
}

/** Lets a connector in for the account of the service, and for each account that listens. */
async function addAssistants(path: string, tokens: string[]): Promise<void> {
  const store = await openStore({ path, planLimits: PLAN_LIMITS, clock: systemClock, random: systemRandom });
  tokens.push(await tokenOf(store, PERSON));
  for (let number = 0; number < LISTENERS; number++) {
    const email = `listener${number}@example.com`;
    await keyOfNewAccount(store, email);
    tokens.push(await tokenOf(store, email));
  }
  await store.close();
}

async function tokenOf(store: Store, email: string): Promise<string> {
  const member = await store.accounts.findByEmail(email);
  if (member === null) throw new Error(`Cannot find the account of ${email}`);
  const { account, user } = member;
  const { credentialGeneration } = user;
  const start = { userId: user.id, credentialGeneration, refreshDigest: `session of ${email}` };
  const session = await store.sessions.start(account.id, start);
  await consentedConnector(store, { account, session }, { code: `code of ${email}` });
  const token = newConnectorToken("access", systemRandom.bytes);
  await exchangeCode(store, { code: `code of ${email}`, access: secretDigest(token), refresh: `refresh of ${email}` });
  return token;
}

/** Calls and asks in turn, and returns the milliseconds of each after a first part that does not count. */
async function inTurns(
  call: () => Promise<number>,
  route: () => Promise<number>,
): Promise<{ readonly called: readonly number[]; readonly asked: readonly number[] }> {
  const called: number[] = [], asked: number[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    called.push(await call());
    asked.push(await route());
  }
  return { called: called.slice(PAIRS / 3), asked: asked.slice(PAIRS / 3) };
}

/** Opens the subscriptions, spread over the accounts, each to a run of which it hears nothing. */
async function subscribed({ port }: BenchedService, tokens: readonly string[]): Promise<Disposable> {
  const params = { notifications: { resourceSubscriptions: [`portfolio://runs/run_${"0".repeat(26)}/summary`] } };
  const body = messageOf("subscriptions/listen", params);
  const open = Array.from({ length: SUBSCRIPTIONS }, (_, number) => {
    const token = tokens[number % tokens.length] ?? "";
    const headers = { ...headersOf(token, null), "content-length": String(body.length) };
    const sent = requestOf({ host: "localhost", port, path: "/mcp", method: "POST", headers, agent: false });
    return new Promise<typeof sent>((resolve, reject) => {
      sent.on("error", reject);
      sent.on("response", (message) => {
        if (message.statusCode !== 200) return reject(new Error(`Cannot subscribe: ${message.statusCode}`));
        message.on("error", () => undefined);
        message.resume();
        resolve(sent);
      });
      sent.end(body);
    });
  });
  const all = await Promise.all(open);
  return { [Symbol.dispose]: () => all.forEach((sent) => sent.destroy()) };
}

/** Calls at a fixed rate, whether or not earlier calls are answered, and watches the memory of the process. */
async function calledAtRate(
  call: () => Promise<number>,
  { pid }: BenchedService,
): Promise<{ readonly elapsedMs: readonly number[]; readonly mostMebibytes: number }> {
  const began = performance.now();
  const calls: Promise<number>[] = [];
  let mostMebibytes = 0;
  for (let number = 0; number < PER_SECOND * SECONDS; number++) {
    const dueMs = began + number * 1_000 / PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    calls.push(call());
    if (number % PER_SECOND === 0) mostMebibytes = Math.max(mostMebibytes, await residentMebibytes(pid));
  }
  return { elapsedMs: await Promise.all(calls), mostMebibytes };
}

async function timed(send: () => Promise<{ readonly status: number; readonly text: string }>): Promise<number> {
  const began = performance.now();
  const { status, text } = await send();
  if (status !== 200 || text.includes('"isError":true')) throw new Error(`Cannot call: ${status} ${text}`);
  return performance.now() - began;
}

function headersOf(token: string, tool: string | null): Readonly<Record<string, string>> {
  return {
    ...FORWARDED,
    "authorization": `Bearer ${token}`,
    "content-type": "application/json",
    "accept": "application/json, text/event-stream",
    "mcp-protocol-version": REVISION,
    ...tool === null ? { "mcp-method": "subscriptions/listen" } : { "mcp-method": "tools/call", "mcp-name": tool },
  };
}

function callOf(runId: string): string {
  return messageOf("tools/call", { name: "get_run", arguments: { run_id: runId } });
}

function messageOf(method: string, params: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } });
}
