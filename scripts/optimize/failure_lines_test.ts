import assert from "node:assert/strict";
import { errorOfData } from "../../src/jobs/messages.ts";
import { failureLines } from "./failure_lines.ts";

const INTERNAL = errorOfData({ code: "internal", detail: "It failed", faults: [], conflict: null, inside: "a trace" });

Deno.test("a failure is told in one sentence, without its trace", () => {
  assert.deepEqual(failureLines(INTERNAL, { traces: false }), ["internal: It failed"]);
  const [sentence, ...more] = failureLines(new RangeError("index 7"), { traces: false });
  assert.match(sentence, /^internal: /);
  assert.doesNotMatch(sentence, /index 7/);
  assert.deepEqual(more, []);
});

Deno.test("a trace is shown to who asks for it", () => {
  assert.deepEqual(failureLines(INTERNAL, { traces: true }), ["a trace", "internal: It failed"]);
  assert.match(failureLines(new RangeError("index 7"), { traces: true })[0], /index 7\n\s+at /);
});
