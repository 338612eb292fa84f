import { HOSTILE_WORKBOOKS } from "../../../tests/support/hostile_workbooks.ts";
import { equitySheet } from "../../../tests/support/statement_sheets.ts";
import { workbookFile } from "../../../tests/support/workbook_file.ts";
import { type BenchedService, benchedService } from "../benched_service.ts";
import { inlineRuns } from "../inline_runs.ts";
import type { PromptClient } from "../prompt_client.ts";
import { medianOf, quantileOf } from "../quantile_of.ts";
import { residentMebibytes } from "../resident_mebibytes.ts";
import type { Figure, ServiceAnswer, ServiceRow } from "../row.ts";
import { addPerson, signedIn } from "../signed_in_person.ts";
import { submitAtRate } from "../submit_at_rate.ts";

const SMALL_LINES = 50;
const LARGE_LINES = 5_000;
const ROUNDS = 5;
const SMALL_AT_MOST_MS = 300;
const LARGE_AT_MOST_MS = 2_000;

const EMAIL = "importer@example.com";
const SHAPE = { assets: 20, observations: 750 };
const PER_SECOND = 20;
const SECONDS = 60;
const WARM_UP_RUNS = 40;
const P99_AT_MOST_MS = 50;
const ASK_EVERY_MS = 100;
const LOOK_EVERY_MS = 250;
const ADDED_AT_MOST_MIB = 200;
const PARSER_AT_MOST_MIB = 400;

/** Workbooks of two sizes, then twenty hostile ones at once, again and again, beside submissions. */
export const workbooks: ServiceRow = { id: "holdings: workbooks, twenty hostile ones beside submissions", measure };

async function measure(): Promise<ServiceAnswer> {
  const bodies = HOSTILE_WORKBOOKS.map(({ file }) => bodyOf(file()));
  await using service = await benchedService({ fill: (_accountId, path) => addPerson(path, EMAIL) });
  const person = await signedIn(service, EMAIL);
  const smallMs = await importedMs(person, SMALL_LINES);
  const largeMs = await importedMs(person, LARGE_LINES);
  const nextBody = inlineRuns(SHAPE);
  await submitAtRate(service, nextBody, { count: WARM_UP_RUNS, perSecond: PER_SECOND });
  const restMib = await residentMebibytes(service.pid);
  const over = new AbortController();
  const watched = Promise.all([
    attack(person, bodies, over.signal),
    watchMemory(service.pid, over.signal),
    askHealth(service, over.signal),
  ]);
  const count = PER_SECOND * SECONDS;
  const submitted = await submitAtRate(service, nextBody, { count, perSecond: PER_SECOND });
  over.abort();
  const [outcomes, memory, healthMs] = await watched;
  const left = await parsersMib(service.pid);
  person.close();
  const submittedMs = submitted.map(({ elapsedMs }) => elapsedMs);
  return {
    figures: [
      ...outcomes,
      { name: "submission, median", value: quantileOf(submittedMs, 0.5), unit: "ms" },
      { name: "memory before", value: restMib, unit: "MiB" },
    ],
    promises: [
      { name: `${SMALL_LINES} lines`, value: smallMs, unit: "ms", at_most: SMALL_AT_MOST_MS },
      { name: `${LARGE_LINES} lines`, value: largeMs, unit: "ms", at_most: LARGE_AT_MOST_MS },
      { name: "submissions, 99 of 100", value: quantileOf(submittedMs, 0.99), unit: "ms", at_most: P99_AT_MOST_MS },
      { name: "/health, 99 of 100", value: quantileOf(healthMs, 0.99), unit: "ms", at_most: P99_AT_MOST_MS },
      { name: "memory above that", value: memory.serviceMib - restMib, unit: "MiB", at_most: ADDED_AT_MOST_MIB },
      { name: "memory of the largest parser", value: memory.parserMib, unit: "MiB", at_most: PARSER_AT_MOST_MIB },
      { name: "parsers left", value: left.length, unit: "times", at_most: 0 },
    ],
  };
}

function bodyOf(file: Uint8Array): string {
  return JSON.stringify({ content_base64: file.toBase64() });
}

async function importedMs(person: PromptClient, lines: number): Promise<number> {
  const held = Array.from({ length: lines }, (_, i) => ({ symbol: `EX${i}`, quantity: i + 1, price: 100.5 }));
  const body = bodyOf(workbookFile([equitySheet(held)]));
  const taken: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    const { status, text } = await person.send("POST", "/holdings/import", body);
    taken.push(performance.now() - began);
    if (status !== 200) throw new Error(`Cannot import ${lines} lines: ${status} ${text}`);
  }
  return medianOf(taken);
}

/** All of them at once, and each again as soon as it is answered; how often each got which status, and how slowly. */
async function attack(
  person: PromptClient,
  bodies: readonly string[],
  signal: AbortSignal,
): Promise<readonly Figure[]> {
  return await Promise.all(bodies.map(async (body, i): Promise<Figure> => {
    const statuses = new Map<number, number>();
    let slowestMs = 0;
    while (!signal.aborted) {
      const began = performance.now();
      const { status } = await person.send("POST", "/holdings/import", body);
      slowestMs = Math.max(slowestMs, performance.now() - began);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // Who is told to come later does, if sooner than told.
      if (status === 503) await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    const told = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
    return { name: `${HOSTILE_WORKBOOKS[i].name}: ${told}, slowest`, value: slowestMs, unit: "ms" };
  }));
}

async function askHealth(service: BenchedService, signal: AbortSignal): Promise<readonly number[]> {
  const asked: Promise<number>[] = [];
  const began = performance.now();
  for (let number = 0; !signal.aborted; number++) {
    const dueMs = began + number * ASK_EVERY_MS;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    asked.push(service.read("/health").then(() => performance.now() - dueMs));
  }
  return await Promise.all(asked);
}

async function watchMemory(
  pid: number,
  signal: AbortSignal,
): Promise<{ readonly serviceMib: number; readonly parserMib: number }> {
  const peak = { serviceMib: 0, parserMib: 0 };
  while (!signal.aborted) {
    peak.serviceMib = Math.max(peak.serviceMib, await residentMebibytes(pid));
    peak.parserMib = Math.max(peak.parserMib, ...await parsersMib(pid));
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return peak;
}

/** The memory of each parser that the service has, by its guard. */
async function parsersMib(service: number): Promise<readonly number[]> {
  const { stdout } = await new Deno.Command("ps", { args: ["-A", "-o", "pid=,ppid=,rss="] }).output();
  const all = new TextDecoder().decode(stdout).trim().split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const guards = new Set(all.filter(([, parent]) => parent === service).map(([pid]) => pid));
  return all.filter(([, parent]) => guards.has(parent)).map(([, , kibibytes]) => kibibytes / 1_024);
}
