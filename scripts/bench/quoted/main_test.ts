import assert from "node:assert/strict";
import { timingOutput } from "../../../tests/support/timing_output.ts";

Deno.test("the sheet of quoted times shows our own time with its certificate, and each quote with its source", async () => {
  const { code, out, error } = await timingOutput("quoted", "--only", "8 x 5,000", "--runs", "1");
  assert.equal(code, 0, error);
  assert.match(out, /^8 x 5,000 +\d+\.\d{3} +\d+\.\d{3} +0\.0\d+ +optimal, proven( +\d\.\de[+-]\d+){3}$/m);
  assert.match(out, /^8 x 5,000 +0\.251 +\S+ +cuFOLIO.*GB10 +a public page on cuFOLIO \(2026\)$/m);
});

Deno.test("wrong options of the sheet of quoted times are refused by name", async () => {
  for (
    const [args, said] of [[["--runs", "0"], '"0"'], [["--only", "none"], '"none"'], [["--odd"], "--odd"]] as const
  ) {
    const { code, error } = await timingOutput("quoted", ...args);
    assert.equal(code, 2);
    assert.ok(error.includes(said), error);
  }
});
