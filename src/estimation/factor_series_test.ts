import assert from "node:assert/strict";
import { factorFaults, factorsSchema } from "./factor_series.ts";

const DATES = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"];
const A = [0.1, 0.2, -0.1, 0], B = [0, 0.1, 0.1, 0.3];

Deno.test("factors that a regression can use have no fault", () => {
  assert.deepEqual(factorFaults({ dates: DATES, series: { A, B } }), []);
});

const REFUSED = [
  {
    what: "without any series",
    factors: { dates: DATES, series: {} },
    pointer: "/series",
    detail: /at least one is needed/,
  },
  {
    what: "without a date",
    factors: { dates: [], series: { A: [] } },
    pointer: "/dates",
    detail: /^Cannot use 0 rows of a factor: at least 3 are needed$/,
  },
  {
    what: "of fewer rows than coefficients",
    factors: { dates: DATES.slice(1), series: { A: A.slice(1), B: B.slice(1) } },
    pointer: "/dates",
    detail: /^Cannot use 3 rows of 2 factors: at least 4 are needed$/,
  },
  {
    what: "of another length than their dates",
    factors: { dates: DATES, series: { A, "B/C": B.slice(1) } },
    pointer: "/series/B~1C",
    detail: /^Cannot use the 3 returns of factor "B\/C" for 4 dates$/,
  },
  {
    what: "with a date twice",
    factors: { dates: [...DATES.slice(0, 3), DATES[2]], series: { A } },
    pointer: "/dates/3",
    detail: /^Cannot take date 2024-01-03 twice$/,
  },
  {
    what: "with descending dates",
    factors: { dates: DATES.toReversed(), series: { A } },
    pointer: "/dates/1",
    detail: /^Cannot take date 2024-01-03 after 2024-01-04: dates must ascend$/,
  },
  {
    what: "that never change",
    factors: { dates: DATES, series: { A, B: [0.1, 0.1, 0.1, 0.1] } },
    pointer: "/series/B",
    detail: /^Cannot use factor "B": its return never changes, leave it out$/,
  },
  {
    what: "equal to one another",
    factors: { dates: DATES, series: { A, B: [...A] } },
    pointer: "/series/B",
    detail: /^Cannot use factor "B": its returns are those of factor "A"$/,
  },
  {
    what: "without a name",
    factors: { dates: DATES, series: { " ": A } },
    pointer: "/series/ ",
    detail: /as the name of a factor$/,
  },
  {
    what: "more than an estimate takes",
    factors: { dates: DATES, series: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`F${i}`, A])) },
    pointer: "/series",
    detail: /^Cannot take 101 factors: an estimate takes at most 100$/,
  },
];

for (const { what, factors, pointer, detail } of REFUSED) {
  Deno.test(`factors ${what} are refused at ${pointer}`, () => {
    const [fault] = factorFaults(factors);
    assert.equal(fault.pointer, pointer);
    assert.match(fault.detail, detail);
  });
}

Deno.test("factors are dates and lists of returns of at least -1, and no other field is accepted", () => {
  for (
    const wrong of [
      {},
      { dates: DATES },
      { series: { A } },
      { dates: ["2024-02-30"], series: { A: [0] } },
      { dates: DATES, series: [A] },
      { dates: DATES, series: { A: [0, null, 0, 0] } },
      { dates: DATES, series: { A: [0, "0.1", 0, 0] } },
      { dates: DATES, series: { A: [0, -5.2, 0, 0] } },
      { dates: DATES, series: { A }, unit: "percent" },
      { dates: Array.from({ length: 10_001 }, () => DATES[0]), series: { A } },
    ]
  ) assert.equal(factorsSchema.safeParse(wrong).success, false, JSON.stringify(wrong).slice(0, 80));
  assert.equal(factorsSchema.safeParse({ dates: DATES, series: { A } }).success, true);
});
