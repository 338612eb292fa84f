import assert from "node:assert/strict";
import type { OptimizationResult } from "../documents/run_result.ts";
import { dataNotes } from "./data_notes.ts";

const DATA = {
  source: "request",
  sources: null,
  start_date: "2024-01-01",
  end_date: "2024-02-01",
  frequency: "daily",
  observations: 20,
  assets: 5,
  dropped: [{ reason: "starts_later", assets: ["A"], days: 3, first: "2024-01-01", last: "2024-01-03" }],
  filled: [
    { asset: "B", days: 2, first: "2024-01-05", last: "2024-01-06" },
    { asset: "C", days: 1, first: "2024-01-05", last: "2024-01-05" },
  ],
  constant: ["CASH"],
  jumps: [{ asset: "D", date: "2024-01-09", return: -0.754, kind: "suspected_split" as const }],
  digest: "",
};

type Repair = OptimizationResult["estimates"]["covariance"]["repair"];

function notes(data: OptimizationResult["data"], repair: Repair = null): readonly string[] {
  const estimates = { expected_returns: {}, covariance: { assets: [], matrix: [], repair } };
  return dataNotes({ data, assets: { A: {}, B: {} }, estimates });
}

Deno.test("notes state the span of the data, dropped rows, filled values, constant assets and suspected splits", () => {
  assert.deepEqual(notes(DATA), [
    "5 assets, 20 daily returns from 2024-01-01 to 2024-02-01",
    "dropped 3 rows from 2024-01-01 to 2024-01-03: A starts later",
    "filled 3 missing values of B, C",
    "never changes: CASH",
    "D moves by -75 % on 2024-01-09: possibly a split for which prices are not adjusted",
  ]);
});

Deno.test("dates too far apart for their frequency are noted, dates with holidays and gaps are not", () => {
  const monthly = { ...DATA, start_date: "2020-01-31", end_date: "2024-12-31", observations: 60, dropped: [] };
  assert.equal(notes(monthly)[1], "the dates are 30 days apart and taken as daily, 252 a year: check the frequency");
  const yearly = { ...DATA, start_date: "2004-12-31", end_date: "2023-12-31", frequency: "monthly", dropped: [] };
  assert.equal(notes(yearly)[1], "the dates are 365 days apart and taken as monthly, 12 a year: check the frequency");
  const dropped = [{ ...DATA.dropped[0], days: 1_100, first: "2020-01-02", last: "2022-12-30" }];
  const missing = { ...DATA, start_date: "2018-01-01", end_date: "2023-12-29", observations: 400, dropped };
  for (const data of [{ ...monthly, frequency: "monthly" }, DATA, { ...DATA, observations: 13 }, missing]) {
    assert.deepEqual(notes(data).filter((note) => note.includes("apart")), []);
  }
});

Deno.test("stretches of dropped rows beyond the tenth are counted in one note", () => {
  const dropped = Array.from({ length: 14 }, () => DATA.dropped[0]);
  assert.equal(
    notes({ ...DATA, dropped, filled: [], constant: [], jumps: [] }).at(-1),
    "dropped 12 more rows in 4 other places",
  );
});

Deno.test("the note on moments states the number of assets and no span", () => {
  assert.deepEqual(notes(null), ["2 assets by their expected returns and covariances"]);
});

Deno.test("notes use the singular for one asset, return, row and value", () => {
  const dropped = Array.from({ length: 11 }, () => ({ ...DATA.dropped[0], days: 1, last: "2024-01-01" }));
  const told = notes({
    ...DATA,
    assets: 1,
    observations: 1,
    dropped,
    filled: [DATA.filled[1]],
    constant: [],
    jumps: [],
  });
  assert.equal(told[0], "1 asset, 1 daily return from 2024-01-01 to 2024-02-01");
  assert.deepEqual(told.slice(-3), [
    "dropped 1 row from 2024-01-01 to 2024-01-01: A starts later",
    "dropped 1 more row in 1 other place",
    "filled 1 missing value of C",
  ]);
});

Deno.test("a repaired covariance matrix is noted with its eigenvalue and its largest change, for moments too", () => {
  const repair = { kind: "clip" as const, smallest_eigenvalue: -1.5e-12, largest_change: 2.34567e-13 };
  const note = "the covariance matrix was not positive semidefinite, with an eigenvalue of -1.50e-12: " +
    "its repair changed entries by 2.35e-13 at most";
  assert.equal(notes(DATA, repair).at(-1), note);
  assert.deepEqual(notes(null, repair), ["2 assets by their expected returns and covariances", note]);
});
