import assert from "node:assert/strict";
import { traceOf } from "./trace_of.ts";

Deno.test("traceOf shows an error with the traces of its causes, and anything else as text", () => {
  const error = new Error("The solver failed", { cause: new RangeError("index 7", { cause: "a trap" }) });
  assert.match(
    traceOf(error),
    /^Error: The solver failed\n\s+at [^]*\nCaused by: RangeError: index 7\n\s+at [^]*\nCaused by: a trap$/,
  );
  assert.equal(traceOf("a trap"), "a trap");
});
