import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { rangeOf } from "./download.ts";

Deno.test("a Range header is read as RFC 9110 defines it", () => {
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

Deno.test("a Range header that is not one valid byte range selects the whole file", () => {
  for (const header of ["bytes=5-2", "bytes=0-1,4-5", "items=0-1", "bytes=-", "bytes=a-b", "bytes 0-1", ""]) {
    assert.equal(rangeOf(header, 10), "all", header);
  }
});

Deno.test("in an empty file a range of last bytes selects the whole file, and other ranges cannot be satisfied", () => {
  assert.deepEqual(["bytes=-5", "bytes=-0", "bytes=0-"].map((header) => rangeOf(header, 0)), ["all", "none", "none"]);
});

Deno.test("a range that can be satisfied lies within the file, whatever was requested", () => {
  const number = fc.option(fc.nat(), { nil: "" });
  fc.assert(fc.property(number, number, fc.nat(1_000), (first, last, bytes) => {
    const range = rangeOf(`bytes=${first}-${last}`, bytes);
    if (typeof range === "string") return;
    assert.ok(range.start >= 0 && range.start < range.end && range.end <= bytes);
  }));
});
