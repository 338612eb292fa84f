import assert from "node:assert/strict";
import { fullTest } from "../tests/support/tier.ts";
import { buildConsole, consoleStaleReason } from "./build_app.ts";
import { inRepository } from "./source_digest.ts";

/** Bytes of compressed scripts that the first page may load, and those of all pages together. */
const FIRST_PAGE_BYTES = 150_000, ALL_BYTES = 300_000;

Deno.test("the committed console is the one that the build recorded with the digest of its sources", async () => {
  assert.equal(await consoleStaleReason(), null);
});

Deno.test("the scripts of each page have at most 150 kB compressed, and those of all pages 300 kB", async () => {
  const build = inRepository("app/build/");
  const sizes = new Map<string, number>();
  for await (const { name } of Deno.readDir(new URL("assets/", build))) {
    if (!name.endsWith(".js.br")) continue;
    const { size } = await Deno.stat(new URL(`assets/${name}`, build));
    sizes.set(name.slice(0, -".br".length), size);
  }
  assert.ok([...sizes.values()].reduce((sum, size) => sum + size, 0) <= ALL_BYTES);
  for await (const { name } of Deno.readDir(new URL("documents/", build))) {
    const document = await Deno.readTextFile(new URL(`documents/${name}`, build));
    const scripts = new Set([...document.matchAll(/\/app\/assets\/([\w-]+\.js)"/g)].map(([, script]) => script));
    assert.ok(scripts.size > 1, name);
    assert.ok([...scripts].reduce((sum, script) => sum + (sizes.get(script) ?? NaN), 0) <= FIRST_PAGE_BYTES, name);
  }
});

Deno.test(fullTest(
  "the committed console is byte for byte what esbuild makes of its sources",
  { heldBy: "the committed console is the one that the build recorded with the digest of its sources" },
  async () => {
    const { files } = await buildConsole();
    for (const [path, contents] of files) {
      assert.deepEqual(await Deno.readFile(inRepository(`app/build/${path}`)), contents, path);
    }
  },
));
