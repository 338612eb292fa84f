import assert from "node:assert/strict";
import { ABLATIONS } from "./ablations.ts";

const SOLVER = new URL("../../../src/optimization/", import.meta.url);

Deno.test("each ablation has a name of its own and switches off what its module exports", async () => {
  assert.equal(new Set(ABLATIONS.map(({ id }) => id)).size, ABLATIONS.length);
  for (const { id, module, off } of ABLATIONS) {
    const [name = ""] = /^\w+/.exec(off) ?? [];
    const exported: Record<string, unknown> = await import(new URL(module, SOLVER).href);
    assert.equal(typeof exported[name], "function", `${id}: ${module} exports no function ${name}`);
  }
});
