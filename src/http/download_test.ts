import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { rangeOf } from "./download.ts";

Deno.test("a range is read as RFC 9110 has it", () => {
  const cases: readonly [string | null, ReturnType<typeof rangeOf>][] = [
    [null, "all"],
    ["bytes=0-0", { start: 0, end: 1 }],
    ["bytes=2-5", { start: 2, end: 6 }],
    ["bytes=7-", { start: 7, end: 10 }],
    ["bytes=7-99", { start: 7, end: 10 }],
    ["bytes=-3", { start: 7, end: 10 }],
    ["bytes=-99", { start: 0, end: 10 }],
    ["bytes=-0", "none"],
    ["bytes=10-", "none"],
    ["bytes=10-20", "none"],
    ["Bytes=2-5", { start: 2, end: 6 }],
  ];
  for (const [header, range] of cases) assert.deepEqual(rangeOf(header, 10), range, String(header));
});

Deno.test("what is no single range of bytes is answered whole", () => {
  for (const header of ["bytes=5-2", "bytes=0-1,4-5", "items=0-1", "bytes=-", "bytes=a-b", "bytes 0-1", ""]) {
    assert.equal(rangeOf(header, 10), "all", header);
  }
});

Deno.test("of an empty file the last bytes are all there are, and none follow the first", () => {
  assert.deepEqual(["bytes=-5", "bytes=-0", "bytes=0-"].map((header) => rangeOf(header, 0)), ["all", "none", "none"]);
});

Deno.test("a range lies within the file, whatever was asked for", () => {
  const number = fc.option(fc.nat(), { nil: "" });
  fc.assert(fc.property(number, number, fc.nat(1_000), (first, last, bytes) => {
    const range = rangeOf(`bytes=${first}-${last}`, bytes);
    if (typeof range === "string") return;
    assert.ok(range.start >= 0 && range.start < range.end && range.end <= bytes);
  }));
});
