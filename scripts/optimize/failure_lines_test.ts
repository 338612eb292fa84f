import assert from "node:assert/strict";
import { errorOfData } from "../../src/jobs/messages.ts";
import { failureLines } from "./failure_lines.ts";

const INTERNAL = errorOfData({
  code: "internal",
  detail: "It failed",
  faults: [],
  conflict: null,
  doubts: [],
  inside: "a trace",
});

Deno.test("an error is printed in one line, without its stack trace or an internal message", () => {
  assert.deepEqual(failureLines(INTERNAL, { traces: false }), ["internal: It failed"]);
  const [sentence, ...more] = failureLines(new RangeError("index 7"), { traces: false });
  assert.match(sentence, /^internal: /);
  assert.doesNotMatch(sentence, /index 7/);
  assert.deepEqual(more, []);
});

Deno.test("an error is printed with its stack trace where traces are requested", () => {
  assert.deepEqual(failureLines(INTERNAL, { traces: true }), ["a trace", "internal: It failed"]);
  assert.match(failureLines(new RangeError("index 7"), { traces: true })[0], /index 7\n\s+at /);
});
