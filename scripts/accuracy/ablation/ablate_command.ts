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
    const first = wholeNumber("seed", seed), count = wholeNumber("programs", programs);
    const whole = await solved(await importMap(observed()), Array.from({ length: count }, (_, k) => first + k));
    say(`${count} programs from seed ${first}\n\n${lineOf(HEADINGS)}\n`);
    let isLost = false;
    for (const ablation of chosen) {
      const row = ablationRow(ablation, { whole, without: await solvedWithout(ablation, whole) });
      isLost ||= row.contradicted > 0;
      say(`${lineOf(cellsOf(row))}\n`);
    }
    return isLost ? EXIT.missed : EXIT.met;
  },
};

const HEADINGS = ["part", "kind", "asked", "lost", "gained", "contradicted", "difference", "time", "slowest"];

function cellsOf(
  { id, kind, asked, lost, gained, contradicted, difference, time, slowest }: AblationRow,
): readonly string[] {
  return [
    id,
    kind,
    ...[asked, lost, gained, contradicted].map(String),
    difference.toExponential(1),
    time.toFixed(2),
    slowest.toFixed(1),
  ];
}

function lineOf([part = "", kind = "", ...cells]: readonly string[]): string {
  return part.padEnd(32) + kind.padEnd(10) + cells.map((cell) => cell.padStart(13)).join("");
}

/**
 * Solves those programs again that ask a part of the solver, with that part switched off. The answers to the others are
 * the same without it.
 */
async function solvedWithout(ablation: Ablation, whole: readonly SolvedSeed[]): Promise<readonly SolvedSeed[]> {
  const asking = whole.filter(({ asked }) => asked.includes(ablation.id)).map(({ seed }) => seed);
  if (asking.length === 0) return whole;
  const module = moduleOf(ablation);
  const source = `${wholeModule(module)}export const ${ablation.off.replaceAll("ROOT/", SOLVER.href)};\n`;
  const again = new Map((await solved(await importMap([[module, source]]), asking)).map((one) => [one.seed, one]));
  return whole.map((one) => again.get(one.seed) ?? one);
}

/** Returns the source of each module that parts stand in, whose functions note for the program that they were asked. */
function observed(): readonly (readonly [string, string])[] {
  return [...Map.groupBy(ABLATIONS, moduleOf)].map(([module, parts]) => {
    const watched = parts.map(({ id, off }, k) => {
      const [name = ""] = /^\w+/.exec(off) ?? [], note = `globalThis.askedParts.add(${JSON.stringify(id)})`;
      return `import { ${name} as part${k} } from ${JSON.stringify(`${module}?whole`)};\n` +
        `export const ${name} = (...given) => (${note}, part${k}(...given));\n`;
    });
    return [module, wholeModule(module) + watched.join("")] as const;
  });
}

function moduleOf({ module }: Ablation): string {
  return new URL(module, SOLVER).href;
}

/** Returns the beginning of a module that stands in the place of another: all that the other exports. */
function wholeModule(module: string): string {
  // Without the query this address would be replaced too, by a module that then imports itself.
  return `export * from ${JSON.stringify(`${module}?whole`)};\n`;
}

/** Returns the import map of the project with other sources in the place of some modules. */
async function importMap(sources: readonly (readonly [string, string])[]): Promise<string> {
  const { imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const replaced = sources.map(([module, source]) =>
    [module, `data:text/javascript,${encodeURIComponent(source)}`] as const
  );
  return JSON.stringify({ imports: { ...imports, ...Object.fromEntries(replaced) } });
}

/** Solves the random programs of seeds in a new process with an import map. */
async function solved(importMap: string, seeds: readonly number[]): Promise<readonly SolvedSeed[]> {
  const folder = await Deno.makeTempDir({ prefix: "ablation-" });
  try {
    const map = `${folder}/import_map.json`, list = `${folder}/seeds.json`;
    await Deno.writeTextFile(map, importMap);
    await Deno.writeTextFile(list, JSON.stringify(seeds));
    const flags = ["--quiet", "--no-prompt", "--no-check", "--allow-read", "--allow-env", `--import-map=${map}`];
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", ...flags, SCRIPT, list],
      cwd: fileURLToPath(ROOT),
    }).output();
    const text = new TextDecoder();
    if (code !== 0) throw new Error(`Cannot solve the programs: ${text.decode(stderr)}`);
    return text.decode(stdout).trim().split("\n").map((line): SolvedSeed => JSON.parse(line));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
