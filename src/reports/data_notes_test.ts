import assert from "node:assert/strict";
import type { OptimizationResult } from "../documents/run_result.ts";
import { dataDoubts } from "../doubts/data_doubts.ts";
import { priceJump } from "../doubts/kinds/price_jump.ts";
import { seriesTooShort } from "../doubts/kinds/series_too_short.ts";
import { dataNotes } from "./data_notes.ts";

const DATA = {
  source: "request",
  sources: null,
  start_date: "2024-01-01",
  end_date: "2024-02-01",
  frequency: "daily",
  observations: 20,
  assets: 5,
  dropped: [],
  filled: [],
  constant: ["CASH"],
  jumps: [],
  digest: "",
  periods_per_year: 252,
  doubts: [],
};

function notes(data: OptimizationResult["data"]): readonly string[] {
  return dataNotes({ data, assets: { A: {}, B: {} } });
}

Deno.test("notes state the span of the data, then each doubt with a word for its severity", () => {
  const facts = { side: "starts_later", date: "2024-01-30", rows: 3, rows_without: 20, returns: 2, assets: 5 };
  const doubts = [
    seriesTooShort.about(["NEW"], facts),
    priceJump.about(["D"], { date: "2024-01-09", return: -0.754 }),
    ...dataDoubts(DATA),
  ];
  assert.deepEqual(notes({ ...DATA, doubts }), [
    "5 assets, 20 daily returns from 2024-01-01 to 2024-02-01",
    'wrong? "NEW" starts on 2024-01-30 and leaves 3 of 20 rows for all assets: leave it out to use the others\' history' +
    "; 2 returns of 5 assets cannot tell their risk",
    'check: "D" moves by -75.4 % on 2024-01-09, taken as it stands: check the price',
    "never changes: CASH",
  ]);
});

Deno.test("a result stored before there were doubts gets those that follow from its data", () => {
  assert.deepEqual(notes(DATA).slice(1), ["never changes: CASH"]);
});

Deno.test("the notes name the provider of each asset's prices", () => {
  const told = notes({ ...DATA, sources: { A: "nse", B: "bse", C: "nse" }, constant: [] });
  assert.deepEqual(told.slice(1), ["prices of A, C from nse", "prices of B from bse"]);
});

Deno.test("the notes on moments state the number of assets and no span", () => {
  const moments = { ...DATA, source: "moments", start_date: null, end_date: null, assets: 2, constant: [] };
  for (const data of [null, moments]) {
    assert.deepEqual(notes(data), ["2 assets by their expected returns and covariances"]);
  }
});

Deno.test("notes use the singular for one asset and return", () => {
  assert.equal(
    notes({ ...DATA, assets: 1, observations: 1 })[0],
    "1 asset, 1 daily return from 2024-01-01 to 2024-02-01",
  );
});
