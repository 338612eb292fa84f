import assert from "node:assert/strict";
import { dataDoubts, type FoundInData } from "./data_doubts.ts";

const NOTHING: FoundInData = { dropped: [], filled: [], constant: [], jumps: [] };
const LATER = { reason: "starts_later", assets: ["A"], days: 3, first: "2024-01-01", last: "2024-01-03" };

function details(found: Partial<FoundInData>): readonly string[] {
  return dataDoubts({ ...NOTHING, ...found }).map(({ detail }) => detail);
}

Deno.test("up to five places of dropped rows of one reason are told one by one, more together", () => {
  const missing = { reason: "missing", assets: ["B"], days: 1, first: "2024-02-05", last: "2024-02-05" };
  const also = { ...missing, assets: ["C", "B"], days: 2, first: "2024-01-15", last: "2024-01-16" };
  assert.deepEqual(details({ dropped: [LATER, missing, also] }), [
    "Dropped 3 rows from 2024-01-01 to 2024-01-03: A starts later",
    "Dropped 1 row from 2024-02-05 to 2024-02-05: B has no value",
    "Dropped 2 rows from 2024-01-15 to 2024-01-16: C, B has no value",
  ]);
  assert.deepEqual(details({ dropped: [also, missing, missing, missing, missing, missing] }), [
    "Dropped 7 rows in 6 places from 2024-01-15 to 2024-02-05: C, B has no value",
  ]);
});

Deno.test("each asset that starts later or ends earlier is told by itself", () => {
  assert.equal(details({ dropped: [LATER, { ...LATER, assets: ["B"] }] }).length, 2);
});

Deno.test("days without a row although the calendar has a session are counted", () => {
  const absent = { reason: "absent", assets: [], days: 1, first: "2024-01-05", last: "2024-01-05" };
  assert.deepEqual(details({ dropped: [absent] }), ["No row on 2024-01-05, although the calendar has a session"]);
  const later = Array.from({ length: 5 }, () => ({ ...absent, first: "2024-01-09", last: "2024-01-09" }));
  assert.deepEqual(details({ dropped: [absent, ...later] }), [
    "No row on 6 days from 2024-01-05 to 2024-01-09, although the calendar has sessions",
  ]);
});

Deno.test("filled values of all assets are told together, and at most three assets are named", () => {
  const filled = ["A", "B", "C", "D"].map((asset) => ({ asset, days: 2, first: "2024-01-05", last: "2024-01-08" }));
  assert.deepEqual(details({ filled }), ["Filled 8 missing values of A, B, C and 1 more"]);
  assert.deepEqual(details({ filled: [{ ...filled[0], days: 1 }] }), ["Filled 1 missing value of A"]);
});

Deno.test("a change of a fund's unit is told once, and other jumps are not told here", () => {
  const jumps = [
    { asset: "A", date: "2024-01-05", return: 9, kind: "unit_change" as const },
    { asset: "B", date: "2024-01-09", return: -0.5, kind: "suspected_split" as const },
  ];
  assert.deepEqual(details({ jumps }), [
    '"A" moves by 900 % on 2024-01-05: its unit changed, and the values before are converted',
  ]);
});
