import assert from "node:assert/strict";
import { alignmentDoubts } from "./alignment_doubts.ts";
import type { RangeCut } from "./range_cuts.ts";
import type { DataReport } from "./alignment.ts";

const REPORT: DataReport = {
  source: "request",
  start_date: "2024-01-01",
  end_date: "2024-12-31",
  frequency: "daily",
  observations: 260,
  assets: 3,
  dropped: [],
  filled: [],
  constant: [],
  periods_per_year: 252,
};
const CUT: RangeCut = { name: "NEW", side: "starts_later", date: "2024-06-03", rows: 100, rowsWithout: 260 };

function codes(report: Partial<DataReport>, cuts: readonly RangeCut[] = []): readonly (readonly string[])[] {
  const weekends = report.periods_per_year === 365;
  return alignmentDoubts({ report: { ...REPORT, ...report }, cuts, counted: [], weekends }).map((
    { code, assets },
  ) => [code, ...assets]);
}

Deno.test("an asset that takes more than half of the others' history is doubted by name, a smaller cut is not", () => {
  assert.deepEqual(codes({ start_date: "2024-06-03", observations: 150 }, [CUT]), [["short_series", "NEW"]]);
  assert.deepEqual(codes({}, [{ ...CUT, rows: 200 }]), []);
});

Deno.test("an asset that ends before the others is doubted, whatever it takes", () => {
  const [doubt] = alignmentDoubts({
    report: REPORT,
    cuts: [{ ...CUT, side: "ends_earlier", rows: 250 }],
    counted: [],
    weekends: false,
  });
  assert.equal(doubt.code, "short_series");
  assert.match(doubt.detail, /^"NEW" ends on 2024-06-03 and leaves 250 of 260 rows for all assets: leave it out /);
});

Deno.test("an asset that leaves fewer returns than assets is wrong, and few returns of all assets are a note", () => {
  const short = { start_date: "2024-12-27", observations: 2 };
  const [doubt] = alignmentDoubts({
    report: { ...REPORT, ...short },
    cuts: [{ ...CUT, rows: 3 }],
    counted: [],
    weekends: false,
  });
  assert.deepEqual([doubt.code, doubt.severity], ["series_too_short", "wrong"]);
  assert.deepEqual(doubt.evidence, {
    side: "starts_later",
    date: "2024-06-03",
    rows: 3,
    rows_without: 260,
    returns: 2,
    assets: 3,
  });
  assert.deepEqual(codes(short), [["few_returns"]]);
});

Deno.test("a year of 365 days is told, and the assets that keep their prices over weekends", () => {
  const filled = [{ asset: "STOCK", days: 104, first: "2024-01-06", last: "2024-12-29" }];
  const year = { observations: 365, periods_per_year: 365 };
  assert.deepEqual(codes(year), [["seven_day_year"]]);
  assert.deepEqual(codes({ ...year, filled }), [["seven_day_year"], ["mixed_calendar", "STOCK"]]);
  for (const days of [9, 300]) {
    assert.deepEqual(codes({ ...year, filled: [{ ...filled[0], days }] }), [["seven_day_year"]]);
  }
  assert.deepEqual(alignmentDoubts({ report: { ...REPORT, ...year }, cuts: [], counted: [], weekends: false }), []);
});

Deno.test("dates too far apart for their frequency are doubted, dates with holidays and gaps are not", () => {
  const monthly = { start_date: "2020-01-31", end_date: "2024-12-31", observations: 60 };
  const [doubt] = alignmentDoubts({ report: { ...REPORT, ...monthly }, cuts: [], counted: [], weekends: false });
  assert.equal(doubt.detail, "The dates are 30 days apart and taken as daily, 252 a year: check the frequency");
  const gap = { reason: "missing" as const, assets: ["A"], days: 1_100, first: "2020-01-02", last: "2022-12-30" };
  const missing = { start_date: "2018-01-01", end_date: "2023-12-29", observations: 400, dropped: [gap] };
  for (const report of [{ ...monthly, frequency: "monthly" as const, periods_per_year: 12 }, {}, missing]) {
    assert.deepEqual(codes(report), []);
  }
});

Deno.test("a partial week that counts is told with its days, and how to leave it out", () => {
  const counted = [{ days: 2, first: "2024-12-30", last: "2024-12-31" }];
  const report = { ...REPORT, frequency: "weekly" as const, periods_per_year: 52, observations: 52 };
  const [doubt] = alignmentDoubts({ report, cuts: [], counted, weekends: false });
  assert.equal(
    doubt.detail,
    "The week from 2024-12-30 to 2024-12-31 counts with 2 days, although days of it are missing: " +
      'send "partial_periods": "leave_out" to leave it out',
  );
});
