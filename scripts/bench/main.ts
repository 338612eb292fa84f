import { parseArgs } from "node:util";
import type { Matrix } from "../../src/domain/matrix.ts";
import { WorkerPool } from "../../src/jobs/worker_pool.ts";
import { UsageError } from "../optimize/arguments.ts";
import { checkPlace, writeWhole } from "../optimize/write_whole.ts";
import type { BenchComputations, RowInputs } from "./computation.ts";
import { returnsOfFolder, type ReturnsSource, syntheticReturns } from "./returns_source.ts";
import { type BenchRow, isRunByWorker, type ServiceRow } from "./row.ts";
import { ROWS } from "./rows/mod.ts";
import { SERVICE_ROWS } from "./rows/service.ts";
import { type RowResult, RowTable } from "./row_table.ts";
import { isMet, serviceLines, type ServiceResult } from "./service_lines.ts";
import { Stopwatch, type StopwatchOptions } from "./stopwatch.ts";

/** Exit codes of the benchmark: every answer is proven and every bound met, one is missed, wrong arguments. */
const EXIT = { met: 0, missed: 1, refused: 2 } as const;

const USAGE =
  `Times the rows of the bench in a Web Worker, warm, and proves their answers; then measures the service on loopback.

  deno task bench [--only TEXT] [--inputs DIR] [--json FILE] [--curves DIR]

  --only TEXT    only the rows whose name contains it
  --inputs DIR   returns_<assets>_<observations>.csv from there, in place of the synthetic market
  --json FILE    the table as JSON too
  --curves DIR   curves over time of rows that have some, as SVG
  --help

Beside each row stands the time of the conic solver alone on the same program, whole. "--only http" measures the service alone.
Exit code 0: every answer is proven optimal and every bound met, 1: one is not, 2: wrong use.
To compare with other solvers on the same numbers, one thread each, one after the other:

  python peers.py ../data --export inputs && python peers.py ../data --only "min_volatility n=500"
  deno task bench --inputs inputs --only "min_volatility n=500"
`;

/**
 * Runs the benchmark rows that the arguments name and prints their table. `timing` says how long each row of a
 * computation is timed. Returns the exit code.
 */
export async function main(args: readonly string[], timing: StopwatchOptions = {}): Promise<number> {
  try {
    const { only = "", inputs, json, curves, help } = readOptions(args);
    if (help) return say(USAGE, EXIT.met);
    if (json !== undefined) await checkPlace(json);
    const rows = [...ROWS].filter(({ id }) => id.includes(only));
    const serviceRows = [...SERVICE_ROWS].filter(({ id }) => id.includes(only));
    if (rows.length + serviceRows.length === 0) throw new UsageError(unknownRow(only));
    const source = inputs === undefined ? syntheticReturns : returnsOfFolder(inputs);
    const results = await timedRows(rows, { source, timing });
    const service = await measuredRows(serviceRows, curves);
    if (json !== undefined) await writeWhole(json, `${JSON.stringify({ rows: results, service }, null, 1)}\n`);
    return areProven(results) && service.every(({ promises }) => promises.every(isMet)) ? EXIT.met : EXIT.missed;
  } catch (error) {
    if (error instanceof UsageError) return say(`${error.message}\n`, EXIT.refused);
    throw error;
  }
}

function unknownRow(only: string): string {
  const names = [...ROWS.ids, ...SERVICE_ROWS.ids].map((id) =>
    id.replace(/^rules .* n=/, "rules <method> <family> n=")
  );
  return `Cannot find row "${only}": there are ${[...new Set(names)].join("; ")}`;
}

interface TimedRows {
  readonly source: ReturnsSource;
  readonly timing: StopwatchOptions;
}

async function timedRows(rows: readonly BenchRow[], { source, timing }: TimedRows): Promise<readonly RowResult[]> {
  if (rows.length === 0) return [];
  const table = new RowTable(rows.map(({ id }) => id));
  say(table.header(), EXIT.met);
  const pool = poolOf(1);
  const results: RowResult[] = [];
  try {
    for (const row of rows) {
      const result = await timed(row, { returns: await source(row.shape), timing }, pool);
      results.push(result);
      say(table.line(result), EXIT.met);
    }
  } finally {
    pool.close();
  }
  return results;
}

function poolOf(workers: number): WorkerPool<BenchComputations> {
  return new WorkerPool({ workers, module: new URL("./worker.ts", import.meta.url) });
}

/** Times a benchmark row with idle workers beside the one that computes it, which are loaded before. */
async function timedWithHelpers(inputs: RowInputs, workers: number): Promise<RowResult> {
  const pool = poolOf(workers);
  try {
    await pool.warm();
    return await pool.run("row", inputs);
  } finally {
    pool.close();
  }
}

/** Measures the rows of the service one after another, because two at the same time would slow each other. */
async function measuredRows(
  rows: readonly ServiceRow[],
  folder: string | undefined,
): Promise<readonly ServiceResult[]> {
  const results: ServiceResult[] = [];
  for (const row of rows) {
    const { curves = {}, ...answer } = await row.measure(), result = { row: row.id, ...answer };
    if (folder !== undefined) await writePictures(folder, curves);
    results.push(result);
    say(serviceLines(result), EXIT.met);
  }
  return results;
}

async function writePictures(folder: string, pictures: Readonly<Record<string, string>>): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, picture] of Object.entries(pictures)) await writeWhole(`${folder}/${name}.svg`, picture);
}

/** Whether every benchmark row that needs a proof of its answer has one. */
export function areProven(results: readonly RowResult[]): boolean {
  return results.every(({ proven_optimal }) => proven_optimal !== false);
}

async function timed(
  row: BenchRow,
  { returns, timing }: { readonly returns: Matrix; readonly timing: StopwatchOptions },
  pool: WorkerPool<BenchComputations>,
): Promise<RowResult> {
  if (isRunByWorker(row)) {
    const inputs = { row: row.id, returns, timing }, { workers = 1 } = row;
    return workers > 1 ? await timedWithHelpers(inputs, workers) : await pool.run("row", inputs);
  }
  const work = row.open(returns);
  const stopwatch = new Stopwatch(timing);
  try {
    let judge = await work.run();
    while (stopwatch.wantsMore()) {
      const started = performance.now();
      judge = await work.run();
      stopwatch.add(performance.now() - started);
    }
    return { row: row.id, ...stopwatch.summary(), ...judge(), conic_median_ms: null };
  } finally {
    work.close();
  }
}

type Options = { only?: string; inputs?: string; json?: string; curves?: string; help?: boolean };

function readOptions(args: readonly string[]): Options {
  const text = { type: "string" } as const;
  const help = { type: "boolean", short: "h" } as const;
  const options = { only: text, inputs: text, json: text, curves: text, help } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message}; see --help`);
  }
}

function say(text: string, code: number): number {
  const stream = code === EXIT.refused ? Deno.stderr : Deno.stdout;
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) written += stream.writeSync(bytes.subarray(written));
  return code;
}
