import assert from "node:assert/strict";
import { z } from "zod";
import fc from "../../tests/support/fast_check.ts";
import { numberSeries } from "./number_series.ts";

const series = numberSeries({ min: -1, max: 10 });
const bySchema = z.record(z.string(), z.array(z.number().min(-1).max(10)));
const cell = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constantFrom(null, "1", 1e13, NaN, Infinity, true, [], {}));
const list = fc.oneof(fc.array(cell, { maxLength: 4 }), fc.constantFrom(null, 1, "a", {}));
const lists = fc.oneof(
  fc.dictionary(fc.constantFrom("a", "b", "c"), list),
  fc.constantFrom(null, 1, "a", [], undefined),
);

Deno.test("series of numbers are refused at the same places and in the same words as by a schema of every cell", () => {
  const within = (schema: z.ZodType) => z.strictObject({ series: schema });
  fc.assert(fc.property(lists, (sent) => {
    const [plain, full] = [series, bySchema].map((schema) => within(schema).safeParse({ series: sent }));
    assert.equal(plain.success, full.success);
    assert.deepEqual(plain.error?.issues, full.error?.issues);
  }));
});

Deno.test("valid series of numbers are returned without a copy", () => {
  const sent = { a: [0, -1], b: [10] };
  assert.equal(series.parse(sent), sent);
});

Deno.test("of very many faults the first 99 are listed and the rest counted", () => {
  const issues = series.safeParse({ a: Array.from({ length: 2_500 }, () => null) }).error?.issues ?? [];
  assert.equal(issues.length, 100);
  assert.deepEqual(issues[98].path, ["a", 98]);
  assert.equal(issues[99].message, "Cannot list 2401 more faults");
});
