import assert from "node:assert/strict";
import { compileCore, coreArtefact } from "./build_wasm.ts";
import { fullTest } from "../tests/support/tier.ts";
import { inRepository, staleReason } from "./source_digest.ts";

const MODULE = inRepository(`${coreArtefact.binary}/core.wasm`);

Deno.test("the committed core and its interface are those that the build recorded with the digest of their sources", async () => {
  assert.equal(await staleReason(coreArtefact), null);
});

Deno.test(fullTest(
  "the committed core.wasm and its interface are byte for byte what the compiler makes of their sources",
  { heldBy: "the committed core and its interface are those that the build recorded with the digest of their sources" },
  async () => {
    for (const [name, contents] of Object.entries(await compileCore())) {
      assert.deepEqual(contents, await Deno.readFile(inRepository(`${coreArtefact.binary}/${name}`)), name);
    }
  },
));

Deno.test("the WebAssembly core imports the stop flag function and nothing else", async () => {
  const module = new WebAssembly.Module(await Deno.readFile(MODULE));
  assert.deepEqual(WebAssembly.Module.imports(module), [
    { module: "../../src/kernels/stop_flag.ts", name: "shouldStop", kind: "function" },
  ]);
});

Deno.test("the memory of the WebAssembly core has a maximum below 4 GiB", async () => {
  const module = new WebAssembly.Module(await Deno.readFile(MODULE));
  const imports = { "../../src/kernels/stop_flag.ts": { shouldStop: () => 0 } };
  const { memory } = new WebAssembly.Instance(module, imports).exports;
  assert.ok(memory instanceof WebAssembly.Memory);
  assert.throws(() => memory.grow(65536 - memory.buffer.byteLength / 65536), RangeError);
});
