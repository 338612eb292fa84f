/**
 * Checks that some rooms ask whether a list has an entry before they use the entry: the option
 * `noUncheckedIndexedAccess` of the compiler. `deno.json` cannot set the option for a room alone. This script therefore
 * runs `deno check` with the option and shows only the faults of these rooms. Rooms that compute are left out: to ask
 * for each number costs a hot loop time. Tests are left out too: an entry that is missing fails them. The exit code is
 * 1 if there is a fault.
 */
import { fileURLToPath } from "node:url";

const ROOT = new URL("../", import.meta.url);

/** Each is a folder with its subfolders, or the files of a folder with an asterisk at the end. */
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

/** Files of these rooms with hot loops, and the build script: a change of it would make the committed build stale. */
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
  const files = await checkedFiles();
  const faults = faultsIn(await checkedOutput(files), files);
  // deno-lint-ignore no-console
  if (faults.length > 0) console.error(faults.join("\n\n"));
  return faults.length === 0 ? 0 : 1;
}

/** The addresses of the files whose faults count. */
async function checkedFiles(): Promise<ReadonlySet<string>> {
  const files = await Promise.all(ROOMS.map((room) => Array.fromAsync(filesOf(room))));
  return new Set(files.flat().filter((path) => !LEFT_OUT.includes(path)).map((path) => new URL(path, ROOT).href));
}

async function* filesOf(room: string): AsyncGenerator<string> {
  const folder = room.replace(/\/\*$/, "");
  for await (const { name, isDirectory } of Deno.readDir(new URL(`${folder}/`, ROOT))) {
    if (isDirectory && folder === room) yield* filesOf(`${folder}/${name}`);
    else if (name.endsWith(".ts") && !name.endsWith("_test.ts")) yield `${folder}/${name}`;
  }
}

/** The output of `deno check` with the option; empty if it finds no fault at all. */
async function checkedOutput(files: ReadonlySet<string>): Promise<string> {
  const { compilerOptions, imports, unstable } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const folder = await Deno.makeTempDir();
  try {
    const config = `${folder}/deno.json`;
    await Deno.writeTextFile(
      config,
      JSON.stringify({
        compilerOptions: { ...compilerOptions, noUncheckedIndexedAccess: true },
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
 * The faults in some files, as `deno check` words them. A fault may tell of further places after its own. Throws if the
 * output is not empty but names no fault.
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
