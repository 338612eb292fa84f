import assert from "node:assert/strict";

const ROOT = new URL("../../", import.meta.url);

interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly code?: { readonly specifier?: string };
    readonly isDynamic?: boolean;
  }[];
}

const START = ["src/dependencies.ts", "src/app.ts"];
const MINUTE = ["src/background_parts.ts", "src/settings_files.ts", "src/store/open_store.ts", "src/hosted_work.ts"];

Deno.test("a process that starts loads none of the code that reads requests or solves, which would double its start", async () => {
  const loaded = await modulesLoadedWith(START);
  assert.deepEqual(filesIn(["src/optimization/", "src/computations/", "src/request/run_request.ts"], loaded), []);
});

Deno.test("a minute of a hosted platform in which nothing happens loads none of the code that answers requests", async () => {
  const loaded = await modulesLoadedWith(MINUTE);
  assert.deepEqual(filesIn(["src/app.ts", "src/dependencies.ts", "src/http/", "src/optimization/"], loaded), []);
});

function filesIn(places: readonly string[], files: readonly string[]): readonly string[] {
  return files.filter((file) => places.some((place) => file.startsWith(place)));
}

/**
 * Returns the project's files that are loaded together with some files: their imports, the imports of these, and so on.
 * Files that the code loads later, by `import()`, do not count.
 */
async function modulesLoadedWith(files: readonly string[]): Promise<readonly string[]> {
  const graphs = await Promise.all(files.map(importsBehind));
  const imports = new Map(graphs.flatMap((graph) => [...graph]));
  const loaded = new Set<string>(), open = files.map((file) => new URL(file, ROOT).href);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    open.push(...imports.get(file) ?? []);
  }
  assert.ok(loaded.size > files.length);
  return [...loaded].filter((file) => file.startsWith(ROOT.href)).map((file) => file.slice(ROOT.href.length)).sort();
}

async function importsBehind(file: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", new URL(file, ROOT).pathname],
    cwd: ROOT,
    stderr: "inherit",
  }).output();
  assert.ok(success);
  const { modules }: { modules: readonly Module[] } = JSON.parse(new TextDecoder().decode(stdout));
  return new Map(modules.map(({ specifier, dependencies = [] }) => [
    specifier,
    dependencies.flatMap(({ code, isDynamic }) => isDynamic || code?.specifier === undefined ? [] : [code.specifier]),
  ]));
}
