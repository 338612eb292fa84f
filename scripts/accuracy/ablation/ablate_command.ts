import { fileURLToPath } from "node:url";
import { UsageError } from "../../optimize/arguments.ts";
import { type Command, readOptions, wholeNumber } from "../command.ts";
import { EXIT, say } from "../say.ts";
import { type Ablation, ABLATIONS } from "./ablations.ts";
import { type AblationRow, ablationRow } from "./ablation_row.ts";
import type { SolvedSeed } from "./solved_seed.ts";

const ROOT = new URL("../../../", import.meta.url);
const SOLVER = new URL("src/optimization/", ROOT);
const SCRIPT = fileURLToPath(new URL("./solve_seeds.ts", import.meta.url));

/** Command that switches each part of the solver off in turn and prints what is lost without it. */
export const ablateCommand: Command = {
  name: "ablate",
  usage: `ablate [--programs N] [--seed N] [--only TEXT]
    Solves random programs without one way, reduction or mend of the solver after another, each in a process of its own,
    and prints what the answers lose: verdicts, digits and time.
    --programs N   how many, 5000 if left out
    --seed N       of the first program, 1 if left out
    --only TEXT    only the parts whose name or kind contains it`,
  async run(args) {
    const { programs = "5000", seed = "1", only = "" } = readOptions(args, ["programs", "seed", "only"]);
    const chosen = ABLATIONS.filter(({ id, kind }) => id.includes(only) || kind.includes(only));
    if (chosen.length === 0) throw new UsageError(`Cannot find a part of the solver with "${only}" in its name`);
    const range = { first: wholeNumber("seed", seed), count: wholeNumber("programs", programs) };
    const whole = await solvedWithout(null, range);
    say(`${range.count} programs from seed ${range.first}\n\n${lineOf(HEADINGS)}\n`);
    let isLost = false;
    for (const ablation of chosen) {
      const row = ablationRow(ablation, { whole, without: await solvedWithout(ablation, range) });
      isLost ||= row.contradicted > 0;
      say(`${lineOf(cellsOf(row))}\n`);
    }
    return isLost ? EXIT.missed : EXIT.met;
  },
};

const HEADINGS = ["part", "kind", "lost", "gained", "contradicted", "difference", "time", "slowest"];

function cellsOf({ id, kind, lost, gained, contradicted, difference, time, slowest }: AblationRow): readonly string[] {
  return [
    id,
    kind,
    ...[lost, gained, contradicted].map(String),
    difference.toExponential(1),
    time.toFixed(2),
    slowest.toFixed(1),
  ];
}

function lineOf([part = "", kind = "", ...cells]: readonly string[]): string {
  return part.padEnd(32) + kind.padEnd(10) + cells.map((cell) => cell.padStart(13)).join("");
}

/** Solves random programs in a new process, with the given part of the solver switched off, or none for null. */
async function solvedWithout(
  ablation: Ablation | null,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<readonly SolvedSeed[]> {
  const folder = await Deno.makeTempDir({ prefix: "ablation-" });
  try {
    const map = `${folder}/import_map.json`;
    await Deno.writeTextFile(map, JSON.stringify(await importMapWithout(ablation)));
    const flags = ["--quiet", "--no-prompt", "--no-check", "--allow-read", "--allow-env", `--import-map=${map}`];
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", ...flags, SCRIPT, String(first), String(count)],
      cwd: fileURLToPath(ROOT),
    }).output();
    const text = new TextDecoder();
    if (code !== 0) throw new Error(`Cannot solve without "${ablation?.id}": ${text.decode(stderr)}`);
    return text.decode(stdout).trim().split("\n").map((line): SolvedSeed => JSON.parse(line));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Returns the import map of the project in which the module of a part has another in its place: one with the same
 * exports, but for those that are switched off.
 */
async function importMapWithout(ablation: Ablation | null): Promise<{ readonly imports: Record<string, string> }> {
  const { imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  if (ablation === null) return { imports };
  const module = new URL(ablation.module, SOLVER).href;
  const off = ablation.off.replaceAll("ROOT/", SOLVER.href);
  // Without the query this address would be replaced too, by a module that then imports itself.
  const source = `export * from ${JSON.stringify(`${module}?whole`)};\nexport const ${off};\n`;
  return { imports: { ...imports, [module]: `data:text/javascript,${encodeURIComponent(source)}` } };
}
