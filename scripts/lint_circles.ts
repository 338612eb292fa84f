/**
 * Refuses circular imports between the TypeScript files of `src/`, `app/`, `scripts/`, `tests/` and `clients/`, apart
 * from test files, whether they import values or only types. Prints one path around each circle of imports that it
 * finds. The exit code is 1 where there is a circle.
 */
import { relative } from "node:path";

const ROOT = new URL("../", import.meta.url);

/** Folders whose files import one another in no circle, apart from test files. */
export const FOLDERS_WITHOUT_CIRCLES = ["src/", "app/", "scripts/", "tests/", "clients/"] as const;

if (import.meta.main) Deno.exit(await main());

/** The addresses of the files that each file imports, by the address of the file. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

async function main(): Promise<number> {
  const circles = circlesOf(await importGraph(FOLDERS_WITHOUT_CIRCLES.map((folder) => new URL(folder, ROOT))));
  for (const circle of circles) {
    const files = circle.map((file) => relative(ROOT.pathname, new URL(file).pathname));
    // deno-lint-ignore no-console
    console.error(`Cannot import in a circle: ${[...files, files[0]].join(" → ")}`);
  }
  return circles.length === 0 ? 0 : 1;
}

/**
 * Returns the imports between the TypeScript files of some folders, apart from test files, as `deno info` reports them.
 */
export async function importGraph(folders: readonly URL[]): Promise<ImportGraph> {
  const files = (await Promise.all(folders.map((folder) => Array.fromAsync(filesIn(folder))))).flat();
  const entry = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(entry, files.map((file) => `import ${JSON.stringify(file)};\n`).join(""));
    const config = new URL("deno.json", ROOT).pathname;
    const { stdout, success } = await new Deno.Command(Deno.execPath(), {
      args: ["info", "--json", "--config", config, entry],
      stderr: "inherit",
    }).output();
    if (!success) throw new Error("Cannot read the imports of the files");
    const { modules }: { modules: readonly Module[] } = JSON.parse(new TextDecoder().decode(stdout));
    const known = new Set(files);
    return new Map(
      modules.filter(({ specifier }) => known.has(specifier)).map(({ specifier, dependencies = [] }) => [
        specifier,
        dependencies.flatMap(({ code, type }) => [code?.specifier ?? type?.specifier ?? ""])
          .filter((target) => known.has(target)),
      ]),
    );
  } finally {
    await Deno.remove(entry);
  }
}

interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly code?: { readonly specifier?: string };
    readonly type?: { readonly specifier?: string };
  }[];
}

async function* filesIn(folder: URL): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* filesIn(new URL(`${name}/`, folder));
    else if (/\.tsx?$/.test(name) && !name.endsWith("_test.ts")) yield new URL(name, folder).href;
  }
}

/**
 * Returns circles of imports, each the shortest one through its first file. No two returned circles share a file, so
 * others may appear once these are broken.
 */
export function circlesOf(graph: ImportGraph): readonly (readonly string[])[] {
  const told = new Set<string>();
  return [...graph.keys()].sort().flatMap((file) => {
    const circle = shortestCircle(file, graph);
    if (circle === null || circle.some((member) => told.has(member))) return [];
    circle.forEach((member) => told.add(member));
    return [circle];
  });
}

/**
 * Returns the shortest circle of imports from a file back to itself, found by breadth-first search; null where the file
 * is in no circle.
 */
function shortestCircle(start: string, graph: ImportGraph): readonly string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const target of graph.get(file) ?? []) {
      if (target === start) return wayTo(file, cameFrom);
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, file);
      queue.push(target);
    }
  }
  return null;
}

function wayTo(file: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const way = [file];
  for (let at = cameFrom.get(file); at !== undefined; at = cameFrom.get(at)) way.unshift(at);
  return way;
}
