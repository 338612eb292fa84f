import { parseArgs } from "node:util";
import { print } from "../../print.ts";
import { UsageError } from "../../optimize/arguments.ts";
import { EXIT } from "../../optimize/exit.ts";
import { textTable } from "../../optimize/text_table.ts";
import { writeWhole } from "../../optimize/write_whole.ts";
import { exitCodeOf } from "../exit_code_of.ts";
import { parsedValues } from "../parsed_values.ts";
import { medianOf } from "../quantile_of.ts";
import { pricesFile } from "./prices_file.ts";
import { wholeNumber } from "../whole_number.ts";

/** A process that takes longer than this many milliseconds is ended, and its library left out of the row. */
const MOST_MS = 60_000;

const USAGE =
  `Times whole processes: a CSV file of prices in, weights and statistics on disk out, each library as its users run it.

  deno task bench:whole [--python PROGRAM] [--only TEXT] [--runs N] [--json FILE]

  --python PROGRAM   a Python with skfolio, riskfolio-lib and pyportfolioopt; python3 by default. Libraries that it lacks
                     are left out, and a line says so
  --only TEXT        only the rows whose name contains it
  --runs N           times each process N times, in turn, and shows medians; 5 by default
  --json FILE        the table as JSON too

A process that takes over a minute is ended, and its library left out of the row. The five methods are the same but for
PyPortfolioOpt, which has no risk parity and gets the least semivariance instead.
`;

const SHAPES = [[20, 1_260], [100, 2_500], [500, 2_500]] as const;
const METHODS = ["min_volatility", "max_sharpe", "min_cvar", "risk_parity", "hrp"];
const PEERS = { skfolio: "skfolio", "Riskfolio-Lib": "riskfolio", PyPortfolioOpt: "pypfopt" } as const;
const SCRIPT = new URL("./peers.py", import.meta.url).pathname;
const OWN = "this project";

/** Times of one row in seconds, by the name of the library; null for a library that failed. */
interface WholeRow {
  readonly id: string;
  readonly seconds: Readonly<Record<string, number | null>>;
}

/** Times whole processes of this project and of its peers, and prints their table. Returns the exit code. */
export function main(args: readonly string[]): Promise<number> {
  return exitCodeOf(async () => {
    const { python, only, runs, json, help } = readOptions(args);
    if (help) return print(USAGE, EXIT.done);
    const peers = await presentPeers(python);
    const rows = SHAPES.flatMap(([assets, observations]) =>
      [1, METHODS.length].map((methods) => ({
        id: `${assets} x ${observations}, ${methods === 1 ? "min_volatility" : "five methods"}`,
        ...{ assets, observations, methods },
      }))
    ).filter(({ id }) => id.includes(only));
    if (rows.length === 0) throw new UsageError(`Cannot find a row whose name contains "${only}"`);
    const results: WholeRow[] = [];
    for (const row of rows) results.push({ id: row.id, seconds: await timed(row, { python, peers, runs }) });
    if (json !== undefined) await writeWhole(json, `${JSON.stringify(results, null, 1)}\n`);
    return print(tableOf(results), EXIT.done);
  });
}

function readOptions(args: readonly string[]) {
  const { values } = parsedValues(() =>
    parseArgs({
      args: [...args],
      options: {
        python: { type: "string", default: "python3" },
        only: { type: "string", default: "" },
        runs: { type: "string", default: "5" },
        json: { type: "string" },
        help: { type: "boolean", default: false },
      },
    })
  );
  return { ...values, runs: wholeNumber("--runs", values.runs) };
}

/** Returns the names of the libraries that a Python has, and prints those that it lacks. */
async function presentPeers(python: string): Promise<readonly (keyof typeof PEERS)[]> {
  const present: (keyof typeof PEERS)[] = [];
  for (const name of ["skfolio", "Riskfolio-Lib", "PyPortfolioOpt"] as const) {
    const { code } = await output(python, ["-c", `import ${PEERS[name]}`]);
    if (code === 0) present.push(name);
    else print(`Not there: ${name}, so its column is left out\n`, EXIT.done);
  }
  return present;
}

async function timed(
  { id, assets, observations, methods }: {
    readonly id: string;
    readonly assets: number;
    readonly observations: number;
    readonly methods: number;
  },
  { python, peers, runs }: {
    readonly python: string;
    readonly peers: readonly (keyof typeof PEERS)[];
    readonly runs: number;
  },
): Promise<WholeRow["seconds"]> {
  const folder = await Deno.makeTempDir({ prefix: "whole-" });
  try {
    const prices = `${folder}/prices.csv`, out = `${folder}/out.json`;
    await Deno.writeTextFile(prices, pricesFile({ assets, observations }));
    const chosen = METHODS.slice(0, methods).flatMap((method) => ["--method", method]);
    const commands = new Map<string, () => ReturnType<typeof output>>([
      [OWN, () => output(Deno.execPath(), ["task", "-q", "optimize", "--prices", prices, ...chosen, "--out", out])],
      ...peers.map((name) =>
        [name, () => output(python, [SCRIPT, PEERS[name], String(methods), prices, out])] as const
      ),
    ]);
    const times = new Map<string, number[]>([...commands.keys()].map((name) => [name, []]));
    // In turn, so that a busy moment of the machine does not meet one library alone. The first round is not counted.
    for (let run = -1; run < runs; run++) {
      for (const [name, start] of commands) {
        const began = performance.now();
        const { code, error } = await start();
        if (code !== 0) {
          print(`${id}: ${name} is left out: ${error.trim().split("\n").at(-1) ?? ""}\n`, EXIT.done);
          commands.delete(name);
        } else if (run >= 0) times.get(name)?.push((performance.now() - began) / 1_000);
      }
    }
    return Object.fromEntries([...times].map(([name, all]) => [name, commands.has(name) ? medianOf(all) : null]));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function output(
  program: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly error: string }> {
  try {
    const signal = AbortSignal.timeout(MOST_MS);
    const { code, stderr } = await new Deno.Command(program, {
      args: [...args],
      stdout: "null",
      stderr: "piped",
      signal,
    })
      .output();
    const error = signal.aborted ? "it took over a minute" : new TextDecoder().decode(stderr);
    return { code: signal.aborted ? 1 : code, error };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return { code: 127, error: `${program} is not there` };
  }
}

function tableOf(rows: readonly WholeRow[]): string {
  const names = [...new Set(rows.flatMap(({ seconds }) => Object.keys(seconds)))];
  const others = names.filter((name) => name !== OWN);
  return textTable([
    ["whole process, seconds", ...names, ...others.map((name) => `times ${name}`)],
    ...rows.map(({ id, seconds }) => [
      id,
      ...names.map((name) => seconds[name]?.toFixed(2) ?? "-"),
      ...others.map((name) => ratio(seconds[name], seconds[OWN])),
    ]),
  ]);
}

function ratio(theirs: number | null | undefined, own: number | null | undefined): string {
  return theirs && own ? (theirs / own).toFixed(1) : "-";
}
