import { equitySheet } from "../../../tests/support/statement_sheets.ts";
import { workbookFile } from "../../../tests/support/workbook_file.ts";
import { type BenchedService, benchedService } from "../benched_service.ts";
import { type ImportOrder, type ImportOutcome, SENDING } from "../hostile_imports.ts";
import { inlineRuns } from "../inline_runs.ts";
import type { PromptClient } from "../prompt_client.ts";
import { medianOf, quantileOf } from "../quantile_of.ts";
import { residentMebibytes } from "../resident_mebibytes.ts";
import type { ServiceAnswer, ServiceRow } from "../row.ts";
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

/**
 * Benchmark row of workbook imports: workbooks of two sizes, then twenty hostile ones sent repeatedly while jobs are
 * submitted.
 */
export const workbooks: ServiceRow = { id: "holdings: workbooks, twenty hostile ones beside submissions", measure };

async function measure(): Promise<ServiceAnswer> {
  await using service = await benchedService({ fill: (_accountId, path) => addPerson(path, EMAIL) });
  const { client, accessToken } = await signedIn(service, EMAIL);
  const smallMs = await importedMs(client, SMALL_LINES);
  const largeMs = await importedMs(client, LARGE_LINES);
  client.close();
  const nextBody = inlineRuns(SHAPE);
  await submitAtRate(service, nextBody, { count: WARM_UP_RUNS, perSecond: PER_SECOND });
  const restMib = await residentMebibytes(service.pid);
  const { port, certificate } = service;
  const attack = await startAttack({ port, certificate, accessToken, durationMs: 1_000 * SECONDS });
  const over = new AbortController();
  const watched = Promise.all([watchMemory(service.pid, over.signal), askHealth(service, over.signal)]);
  const count = PER_SECOND * SECONDS;
  const submitted = await submitAtRate(service, nextBody, { count, perSecond: PER_SECOND });
  over.abort();
  const [memory, healthMs] = await watched;
  const outcomes = await attack.outcomes;
  const left = await parsersMib(service.pid);
  const submittedMs = submitted.map(({ elapsedMs }) => elapsedMs);
  return {
    figures: [
      ...outcomes.map(({ name, statuses, slowestMs }) => ({
        name: `${name}: ${
          Object.entries(statuses).map(([status, times]) => `${times} × ${status}`).join(", ")
        }, slowest`,
        value: slowestMs,
        unit: "ms" as const,
      })),
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

/**
 * Starts a process of the lowest priority that sends twenty hostile workbooks at once, because a real attacker would
 * use another machine.
 */
async function startAttack(order: ImportOrder): Promise<{ readonly outcomes: Promise<readonly ImportOutcome[]> }> {
  const script = new URL("../hostile_imports.ts", import.meta.url).href;
  const child = new Deno.Command("nice", {
    args: ["-n", "19", Deno.execPath(), "run", "--quiet", "--no-check", "--allow-net", script],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(order)));
  await writer.close();
  const lines = linesOf(child.stdout);
  const { value: first } = await lines.next();
  if (first !== SENDING) throw new Error(`Cannot send hostile workbooks: ${first}`);
  return { outcomes: lines.next().then(({ value }) => JSON.parse(value ?? "")) };
}

async function* linesOf(output: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of output.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
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

/**
 * Returns the memory in MiB of each parser process of the service. A parser is a grandchild of the service, started by
 * a guard process.
 */
async function parsersMib(service: number): Promise<readonly number[]> {
  const { stdout } = await new Deno.Command("ps", { args: ["-A", "-o", "pid=,ppid=,rss="] }).output();
  const all = new TextDecoder().decode(stdout).trim().split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const guards = new Set(all.filter(([, parent]) => parent === service).map(([pid]) => pid));
  return all.filter(([, parent]) => guards.has(parent)).map(([, , kibibytes]) => kibibytes / 1_024);
}
