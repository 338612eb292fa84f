import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { assetId } from "../domain/asset.ts";
import { matrix } from "../domain/matrix.ts";
import { decodeHistory, encodeHistory, type StoredHistory } from "./aligned_history.ts";

Deno.test("an encoded history of returns is decoded bit for bit, with and without a benchmark, factors and closes", () => {
  const shape = fc.record({
    assets: fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 }),
    rows: fc.integer({ min: 0, max: 6 }),
    hasBenchmark: fc.boolean(),
    factors: fc.integer({ min: 0, max: 2 }),
    hasCloses: fc.boolean(),
    values: fc.array(fc.double(), { minLength: 40, maxLength: 40 }),
  });
  fc.assert(fc.property(shape, (drawn) => {
    const history = historyOf(drawn);
    const bytes = encodeHistory(history);
    assert.deepEqual(decodeHistory(bytes), history);
    assert.deepEqual(encodeHistory(decodeHistory(bytes)), bytes);
  }));
});

Deno.test("a history stored before factors existed is decoded without factors", () => {
  const history = { ...historyOf({ assets: ["A"], rows: 2, hasBenchmark: true, factors: 0, values: [1, 2] }) };
  const bytes = encodeHistory(history);
  assert.equal(new TextDecoder().decode(bytes).includes("actor"), false);
  assert.equal(decodeHistory(bytes).factors, null);
});

function historyOf(
  { assets, rows, hasBenchmark, factors, hasCloses = false, values }: {
    assets: string[];
    rows: number;
    hasBenchmark: boolean;
    factors: number;
    hasCloses?: boolean;
    values: number[];
  },
): StoredHistory {
  const columns = assets.length;
  return {
    assets: assets.map(assetId),
    dates: Array.from({ length: rows }, (_, row) => `2024-01-0${row + 1}`),
    returns: matrix(rows, columns, Float64Array.from(values.slice(0, rows * columns))),
    benchmark: hasBenchmark ? Float64Array.from(values.slice(0, rows)) : null,
    benchmarkReturnType: hasBenchmark ? "price" : null,
    factors: factors === 0 ? null : matrix(rows, factors, Float64Array.from(values.slice(0, rows * factors))),
    data: {
      source: "request",
      sources: null,
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
      periods_per_year: 252,
      doubts: [],
    },
    ...hasCloses ? { closes: Float64Array.from(assets, (_, i) => 100.1 + i / 3) } : {},
  };
}
