import assert from "node:assert/strict";
import { compileCore, coreArtefact } from "./build_wasm.ts";
import { inRepository } from "./source_digest.ts";

Deno.test("the committed core is, byte for byte, what the compiler makes of its sources", async () => {
  const committed = await Deno.readFile(inRepository(coreArtefact.binary));
  assert.deepEqual(await compileCore(), committed);
});

Deno.test("the core imports the stop flag and nothing else", async () => {
  const module = new WebAssembly.Module(await Deno.readFile(inRepository(coreArtefact.binary)));
  assert.deepEqual(WebAssembly.Module.imports(module), [
    { module: "../../src/kernels/stop_flag.ts", name: "shouldStop", kind: "function" },
  ]);
});
