import assert from "node:assert/strict";
import { assetId } from "../domain/asset.ts";
import { matrix } from "../domain/matrix.ts";
import { alignReturns } from "../estimation/align_returns.ts";
import type { AlignmentOptions } from "../estimation/alignment.ts";
import { largeReturnFaults } from "./large_return_faults.ts";

const DATES = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"];

function pointersOf(
  column: readonly number[],
  { kind = "prices", ...options }: Partial<AlignmentOptions> = {},
): readonly string[] {
  const values = matrix(column.length, 1);
  values.data.set(column);
  const table = { dates: DATES.slice(0, column.length), assets: [assetId("A/B")], values };
  const { aligned } = alignReturns(table, { kind, frequency: "daily", source: "request", ...options });
  return largeReturnFaults(aligned, { kind, table }).map(({ pointer }) => pointer);
}

Deno.test("a return that overflows or rounds to a total loss is a fault of the row where it ends", () => {
  assert.deepEqual(pointersOf([1, 2, 5e-324, 1]), ["/prices/series/A~1B/2", "/prices/series/A~1B/3"]);
  assert.deepEqual(pointersOf([1e308, 1e-308]), ["/prices/series/A~1B/1"]);
  assert.deepEqual(pointersOf([1, 1e6, 1]), []);
});

Deno.test("returns that compound beyond the largest number are a fault of the last of them", () => {
  const monthly = { kind: "returns", frequency: "monthly" } as const;
  assert.deepEqual(pointersOf([1e5, 1e5, 0], monthly), ["/returns/series/A~1B/2"]);
  assert.deepEqual(pointersOf([0.1, -1, 0], { kind: "returns" }), []);
});

Deno.test("benchmark returns that overflow are faults of the benchmark's rows, beside prices and beside returns of assets", () => {
  const prices = Float64Array.of(1, 1e-300, 1, 1);
  assert.deepEqual(pointersOf([1, 1, 1, 1], { benchmark: { prices } }), ["/benchmark/prices/1", "/benchmark/prices/2"]);
  assert.deepEqual(pointersOf([0, 0, 0], { kind: "returns", benchmark: { prices } }), [
    "/benchmark/prices/1",
    "/benchmark/prices/2",
  ]);
});
