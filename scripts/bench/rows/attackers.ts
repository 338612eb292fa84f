import { systemClock } from "../../../src/runtime/clock.ts";
import { systemRandom } from "../../../src/runtime/random.ts";
import { PLAN_LIMITS } from "../../../src/domain/plan.ts";
import { openStore } from "../../../src/store/open_store.ts";
import { keyOfNewAccount } from "../account_key.ts";
import type { AttackOrder, AttackOutcome } from "../attack.ts";
import { type BenchedService, benchedService } from "../benched_service.ts";
import { inlineRuns } from "../inline_runs.ts";
import { quantileOf } from "../quantile_of.ts";
import { residentMebibytes } from "../resident_mebibytes.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";

const DURATION_MS = 60_000;
const ATTACKERS = 40;
const ASK_EVERY_MS = 100;
const HEALTH_P99_MS = 250;
const MEMORY_MIB = 1_024;
const REST_AFTER_MS = 10_000;
const REST_MS = 5_000;

const ATTACKERS_BESIDE = 5;
const PER_SECOND = 20;
const SUBMISSION_P99_MS = 200;
const SHAPE = { assets: 20, observations: 750 };

/**
 * Benchmark row of a service under attack: it times `/health` while forty accounts attack, with rate limits and
 * without, and measures the memory before, during and after. It also times another account's submissions while five
 * attackers share the API key of one account.
 */
export const attackers: ServiceRow = { id: "service: under attackers", measure };

async function measure(): Promise<ServiceAnswer> {
  const limitedMs = await healthUnderLimits();
  const keys: string[] = [];
  await using service = await benchedService({ fill: (_accountId, path) => addAttackers(path, keys) });
  const restMib = await residentMebibytes(service.pid);
  const attacked = await underAttack(service, { keys, attackers: ATTACKERS }, () => askHealth(service, DURATION_MS));
  const peakMib = Math.max(...attacked.residentMib);
  await new Promise((resolve) => setTimeout(resolve, REST_AFTER_MS));
  const after = await askHealth(service, REST_MS);
  const afterMib = await residentMebibytes(service.pid);
  const besideKeys = keys.slice(0, 1);
  const order = { keys: besideKeys, attackers: ATTACKERS_BESIDE };
  const beside = await underAttack(service, order, () => submit(service));
  return {
    figures: [
      ...attacked.outcomes.map(({ name, statuses }) => ({
        name: `${name}: ${Object.entries(statuses).map(([status, count]) => `${count} × ${status}`).join(", ")}`,
        value: Object.values(statuses).reduce((sum, count) => sum + count, 0) / (DURATION_MS / 1_000),
        unit: "requests/s" as const,
      })),
      { name: "/health, median", value: quantileOf(attacked.elapsedMs, 0.5), unit: "ms" },
      { name: "/health, slowest", value: quantileOf(attacked.elapsedMs, 1), unit: "ms" },
      { name: "memory before", value: restMib, unit: "MiB" },
      { name: "memory ten seconds after", value: afterMib, unit: "MiB" },
      { name: "/health ten seconds after, slowest", value: quantileOf(after, 1), unit: "ms" },
    ],
    promises: [
      {
        name: "/health with limits of rate, 99 of 100",
        value: quantileOf(limitedMs, 0.99),
        unit: "ms",
        at_most: HEALTH_P99_MS,
      },
      { name: "/health, 99 of 100", value: quantileOf(attacked.elapsedMs, 0.99), unit: "ms", at_most: HEALTH_P99_MS },
      { name: "memory at most", value: peakMib, unit: "MiB", at_most: MEMORY_MIB },
      {
        name: `${PER_SECOND} submissions a second beside ${ATTACKERS_BESIDE}, 99 of 100`,
        value: quantileOf(beside.elapsedMs, 0.99),
        unit: "ms",
        at_most: SUBMISSION_P99_MS,
      },
    ],
  };
}

async function healthUnderLimits(): Promise<readonly number[]> {
  const keys: string[] = [];
  await using service = await benchedService({
    hasRateLimits: true,
    fill: (_accountId, path) => addAttackers(path, keys),
  });
  const order = { keys, attackers: ATTACKERS };
  return (await underAttack(service, order, () => askHealth(service, DURATION_MS))).elapsedMs;
}

async function addAttackers(path: string, keys: string[]): Promise<void> {
  const store = await openStore({ path, planLimits: PLAN_LIMITS, clock: systemClock, random: systemRandom });
  for (let count = 0; count < ATTACKERS; count++) {
    keys.push((await keyOfNewAccount(store, `attacker-${count}@example.com`)).key);
  }
  store.close();
}

interface Attacked {
  readonly elapsedMs: readonly number[];
  readonly residentMib: readonly number[];
  readonly outcomes: readonly AttackOutcome[];
}

/**
 * Measures the service while attackers run in a process of the lowest priority, because real attackers would use
 * another machine.
 */
async function underAttack(
  service: BenchedService,
  { keys, attackers }: Pick<AttackOrder, "keys" | "attackers">,
  act: () => Promise<readonly number[]>,
): Promise<Attacked> {
  const { port, certificate } = service;
  const order: AttackOrder = { port, certificate, keys, attackers, durationMs: DURATION_MS };
  const script = new URL("../attack.ts", import.meta.url).href;
  const child = new Deno.Command("nice", {
    args: ["-n", "19", Deno.execPath(), "run", "--quiet", "--no-check", "--allow-net", "--allow-read", script],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(order)));
  await writer.close();
  const over = new AbortController();
  const reading = residentUntil(service.pid, over.signal);
  const elapsedMs = await act();
  const { stdout } = await child.output();
  over.abort();
  return { elapsedMs, residentMib: await reading, outcomes: JSON.parse(new TextDecoder().decode(stdout)) };
}

async function residentUntil(pid: number, signal: AbortSignal): Promise<readonly number[]> {
  const readings: number[] = [];
  while (!signal.aborted) {
    readings.push(await residentMebibytes(pid));
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return readings;
}

/**
 * Requests `/health` at a steady rate. Each request is timed from the moment when it was due, so that a slow one delays
 * no other.
 */
async function askHealth(service: BenchedService, durationMs: number): Promise<readonly number[]> {
  return await atRate(durationMs / ASK_EVERY_MS, ASK_EVERY_MS, () => service.read("/health"));
}

async function submit(service: BenchedService): Promise<readonly number[]> {
  const nextBody = inlineRuns(SHAPE);
  return await atRate(PER_SECOND * DURATION_MS / 1_000, 1_000 / PER_SECOND, () => service.submit(nextBody()));
}

async function atRate(count: number, everyMs: number, act: () => Promise<unknown>): Promise<readonly number[]> {
  const began = performance.now();
  const sent: Promise<number>[] = [];
  for (let number = 0; number < count; number++) {
    const dueMs = began + number * everyMs;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    sent.push(act().then(() => performance.now() - dueMs));
  }
  return await Promise.all(sent);
}
