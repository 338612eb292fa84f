import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { assetId } from "../domain/asset.ts";
import { matrix } from "../domain/matrix.ts";
import { decodeHistory, encodeHistory, type StoredHistory } from "./aligned_history.ts";

Deno.test("a stored history is the same again, bit for bit, with and without a benchmark", () => {
  const shape = fc.record({
    assets: fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 }),
    rows: fc.integer({ min: 0, max: 6 }),
    hasBenchmark: fc.boolean(),
    values: fc.array(fc.double(), { minLength: 40, maxLength: 40 }),
  });
  fc.assert(fc.property(shape, ({ assets, rows, hasBenchmark, values }) => {
    const history = historyOf({ assets, rows, hasBenchmark, values });
    const bytes = encodeHistory(history);
    assert.deepEqual(decodeHistory(bytes), history);
    assert.deepEqual(encodeHistory(decodeHistory(bytes)), bytes);
  }));
});

function historyOf(
  { assets, rows, hasBenchmark, values }: { assets: string[]; rows: number; hasBenchmark: boolean; values: number[] },
): StoredHistory {
  const columns = assets.length;
  return {
    assets: assets.map(assetId),
    dates: Array.from({ length: rows }, (_, row) => `2024-01-0${row + 1}`),
    returns: matrix(rows, columns, Float64Array.from(values.slice(0, rows * columns))),
    benchmark: hasBenchmark ? Float64Array.from(values.slice(0, rows)) : null,
    benchmarkReturnType: hasBenchmark ? "price" : null,
    data: {
      source: "request",
      start_date: null,
      end_date: null,
      frequency: "daily",
      observations: rows,
      assets: columns,
      dropped: [],
      filled: [],
      constant: [],
      jumps: [],
      digest: "sha256:0",
    },
  };
}
