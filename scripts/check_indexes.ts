/**
 * Checks that the files of some folders test whether a list has an entry before they use the entry, by the compiler
 * option `noUncheckedIndexedAccess`. `deno.json` cannot set the option for single folders. This script therefore runs
 * `deno check` with the option and shows only the faults of these folders. Folders of computations are left out,
 * because a test of each number costs time in hot loops. So are `src/market_data`, `src/tables`, `src/doubts` and
 * `src/reports`, which walk through series and tables by index, and the folders of scripts that no user starts. Test
 * files are left out, because a missing entry fails the test. The exit code is 1 where there is a fault.
 */
import { fileURLToPath } from "node:url";

const ROOT = new URL("../", import.meta.url);

/**
 * Folders whose files the check of list entries covers: each with its subfolders, or without them where it ends in
 * `/*`.
 */
const ROOMS = [
  "scripts/*",
  "scripts/admin",
  "scripts/demo",
  "scripts/optimize",
  "src/*",
  "src/accounts",
  "src/documents",
  "src/domain",
  "src/faults",
  "src/holdings",
  "src/http",
  "src/jobs",
  "src/mail",
  "src/request",
  "src/runtime",
  "src/store",
];

/**
 * Files of these folders that the check of list entries leaves out: those with hot loops, and the build script of the
 * numeric core, because a change of it makes the committed build stale.
 */
const LEFT_OUT = [
  "scripts/build_wasm.ts",
  "src/domain/common_numbers.ts",
  "src/domain/exact_sums.ts",
  "src/domain/matrix.ts",
  "src/domain/median_of.ts",
  "src/http/json_shape.ts",
];

if (import.meta.main) Deno.exit(await main());

async function main(): Promise<number> {
  const [files, ofConsole] = [await checkedFiles(ROOMS), await checkedFiles(["app"])];
  const { compilerOptions } = JSON.parse(await Deno.readTextFile(new URL("app/deno.json", ROOT)));
  const faults = [
    ...faultsIn(await checkedOutput(files, {}), files),
    ...faultsIn(await checkedOutput(ofConsole, compilerOptions), ofConsole),
  ];
  // deno-lint-ignore no-console
  if (faults.length > 0) console.error(faults.join("\n\n"));
  return faults.length === 0 ? 0 : 1;
}

/** Returns the file URLs of the files of some rooms that the check of list entries covers. */
async function checkedFiles(rooms: readonly string[]): Promise<ReadonlySet<string>> {
  const files = await Promise.all(rooms.map((room) => Array.fromAsync(filesOf(room))));
  return new Set(files.flat().filter((path) => !LEFT_OUT.includes(path)).map((path) => new URL(path, ROOT).href));
}

async function* filesOf(room: string): AsyncGenerator<string> {
  const folder = room.replace(/\/\*$/, "");
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${folder}/`, ROOT))) {
    if (isDirectory && folder === room) yield* filesOf(`${folder}/${name}`);
    else if (/\.tsx?$/.test(name) && !name.endsWith("_test.ts")) yield `${folder}/${name}`;
  }
}

/**
 * Returns what `deno check` with the option `noUncheckedIndexedAccess` and further options prints about faults. Empty
 * where it finds none.
 */
async function checkedOutput(files: ReadonlySet<string>, further: object): Promise<string> {
  const { compilerOptions, imports, unstable } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const folder = await Deno.makeTempDir();
  try {
    const config = `${folder}/deno.json`;
    await Deno.writeTextFile(
      config,
      JSON.stringify({
        compilerOptions: { ...compilerOptions, ...further, noUncheckedIndexedAccess: true },
        imports,
        unstable,
        lock: { path: fileURLToPath(new URL("deno.lock", ROOT)), frozen: true },
      }),
    );
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", "--config", config, ...[...files].map((file) => fileURLToPath(file))],
      env: { NO_COLOR: "1" },
      stdout: "null",
    }).output();
    return success ? "" : new TextDecoder().decode(stderr);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Returns the faults in the given files, as `deno check` words them. A fault belongs to the first place that it names.
 * Throws where the output is not empty but names no place.
 */
export function faultsIn(output: string, files: ReadonlySet<string>): readonly string[] {
  if (output === "") return [];
  const faults = output.replace(/\n{2,}Found \d+ errors?\.[^]*$/, "").split(/\n{2,}(?=TS\d+ \[ERROR\])/);
  const placed = faults.flatMap((text) => {
    const place = /^ +at (file:\S+):\d+:\d+$/m.exec(text)?.[1];
    return place === undefined ? [] : [{ text, place }];
  });
  if (placed.length === 0) throw new Error(`Cannot read the output of deno check:\n${output}`);
  return placed.filter(({ place }) => files.has(place)).map(({ text }) => text);
}
