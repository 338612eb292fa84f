import assert from "node:assert/strict";
import { z } from "zod";
import fc from "../../tests/support/fast_check.ts";
import { boundedProduct } from "./bounded_number.ts";
import { boundedProductRows } from "./number_rows.ts";

const bySchema = z.array(z.array(boundedProduct));
const cell = fc.oneof(fc.integer(), fc.constantFrom(null, "1", 1e13, -1e13, 1e12, Infinity, true, [], {}));
const row = fc.oneof(fc.array(cell, { maxLength: 4 }), fc.constantFrom(null, 1, "a", {}));
const rows = fc.oneof(fc.array(row, { maxLength: 4 }), fc.constantFrom(null, 1, "a", {}, undefined));

Deno.test("rows of numbers are refused at the same places and in the same words as by a schema of every cell", () => {
  const within = (schema: z.ZodType) => z.strictObject({ matrix: schema });
  fc.assert(fc.property(rows, (matrix) => {
    const [plain, full] = [boundedProductRows, bySchema].map((schema) => within(schema).safeParse({ matrix }));
    assert.equal(plain.success, full.success);
    assert.deepEqual(plain.error?.issues, full.error?.issues);
  }));
});

Deno.test("valid rows of numbers are returned without a copy", () => {
  const matrix = [[1, 2], [2, 1]];
  assert.equal(boundedProductRows.parse(matrix), matrix);
});

Deno.test("of very many faults the first 99 are listed and the rest counted", () => {
  const matrix = Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => null));
  const issues = boundedProductRows.safeParse(matrix).error?.issues ?? [];
  assert.equal(issues.length, 100);
  assert.deepEqual(issues[98].path, [1, 48]);
  assert.equal(issues[99].message, "Cannot list 2401 more faults");
});
