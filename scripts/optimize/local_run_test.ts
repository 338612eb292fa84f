import assert from "node:assert/strict";

const ROOT = new URL("../../", import.meta.url);

interface Loaded {
  readonly code?: { readonly specifier?: string };
  readonly isDynamic?: boolean;
}

interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly Loaded[];
}

/** Returns the modules of the project that a module loads at its start, itself included, by their paths. */
async function modulesOf(path: string): Promise<ReadonlySet<string>> {
  const command = new Deno.Command(Deno.execPath(), { args: ["info", "--json", path], cwd: ROOT });
  const { modules }: { readonly modules: readonly Module[] } = JSON.parse(
    new TextDecoder().decode((await command.output()).stdout),
  );
  const loads = new Map(modules.map(({ specifier, dependencies = [] }) => [specifier, dependencies]));
  const found = new Set([new URL(path, ROOT).href]);
  for (const module of found) {
    for (const { code, isDynamic = false } of loads.get(module) ?? []) {
      if (code?.specifier !== undefined && !isDynamic) found.add(code.specifier);
    }
  }
  return new Set([...found].map((url) => url.replace(ROOT.href, "")));
}

Deno.test("the main thread of a local run loads no method, no estimator and no market data beside the sample", async () => {
  const modules = [...await modulesOf("scripts/optimize/local_run.ts")];
  assert.ok(modules.includes("src/tables/table_reader.ts"));
  const heavy =
    /^src\/(optimization|measures|simulation|kernels\/mod|market_data\/cleaning|reports\/(pdf|spreadsheet))/;
  assert.deepEqual(modules.filter((path) => heavy.test(path)), []);
  assert.ok(modules.length < 200, `${modules.length} modules`);
});

Deno.test("the worker of a local run loads no charts, spreadsheets or reports before it is asked", async () => {
  const modules = [...await modulesOf("src/jobs/local_worker.ts")];
  assert.ok(modules.includes("src/computations/local_run.ts"));
  assert.deepEqual(modules.filter((path) => /^src\/(reports|optimization\/ranges)\//.test(path)), []);
});
