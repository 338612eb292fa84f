import assert from "node:assert/strict";
import { runResultOf } from "../../../../tests/support/small_results.ts";
import { comparisonOf, type RunComparison } from "../../../documents/run_comparison.ts";
import { packedNumbers } from "../../../domain/packed_numbers.ts";
import { surfaceOfRun } from "./surface_of_run.ts";

const RESULT = runResultOf();
/** Test data: the days that the compared runs have in common, 2024-01-03 and 2024-01-05, as days since 1970. */
const DAYS = Int32Array.of(19_725, 19_727);
const ALL = { days: DAYS, curveMethods: null, groups: null };

Deno.test("curves of a compared run have only the common days and begin at 0", () => {
  const [{ curve }, { curve: other }] = surfaceOfRun(comparisonOf(RESULT), ALL);
  assert.deepEqual(curve?.dates, ["2024-01-03", "2024-01-05"]);
  assert.deepEqual(curve?.cumulative_return, [0, 1.03 / 1.02 - 1]);
  assert.deepEqual(curve?.drawdown, [0, 0]);
  assert.deepEqual(other?.cumulative_return, [0, 1.04 / 0.99 - 1]);
});

Deno.test("drawdowns of a compared run are below its highest wealth since the first common day", () => {
  const [{ curve }] = surfaceOfRun(withCurve([0.5, 1, 0.2, 0.7]), { ...ALL, days: Int32Array.of(...FOUR_DAYS) });
  assert.deepEqual(curve?.drawdown, [0, 0, 1 - 1.2 / 2, 1 - 1.7 / 2]);
});

Deno.test("curves of a compared run are selected by the id or the key of a method", () => {
  const [first, ...rest] = comparisonOf(RESULT).methods;
  const run = { ...comparisonOf(RESULT), methods: [{ ...first, key: "calm" }, ...rest] };
  const shown = (...names: string[]) =>
    surfaceOfRun(run, { ...ALL, curveMethods: new Set(names) }).map(({ curve }) => curve !== null);
  assert.deepEqual(shown("calm"), [true, false]);
  assert.deepEqual(shown("min_volatility"), [true, false]);
  assert.deepEqual(shown("calm", "equal_weight"), [true, true]);
  assert.deepEqual(shown("hrp"), [false, false]);
});

Deno.test("a compared run without history, common days or wealth on the first of them has no points in its curve", () => {
  const curveOf = (run: RunComparison, days: Int32Array<ArrayBuffer> | null) =>
    surfaceOfRun(run, { ...ALL, days })[0].curve;
  assert.equal(curveOf(comparisonOf({ ...RESULT, curves: null }), DAYS), null);
  assert.equal(curveOf(comparisonOf(RESULT), null), null);
  assert.deepEqual(curveOf(comparisonOf(RESULT), new Int32Array()), { dates: [], cumulative_return: [], drawdown: [] });
  assert.equal(curveOf(withCurve([-1, -1, -1, -1]), DAYS), null);
});

Deno.test("weights of a compared run are summed by group, with assets of no group under (none)", () => {
  const groups = { "NSE:ALPHA": "Food", "NSE:GAMMA": "Food", "NSE:ELSEWHERE": "Oil" };
  const shown = surfaceOfRun(comparisonOf(RESULT), { ...ALL, groups });
  assert.deepEqual(shown.map(({ group_weights }) => group_weights), [
    { Food: 0.2 + 0.7, "(none)": 0.1 },
    { Food: 2 / 3, "(none)": 1 / 3 },
  ]);
  assert.equal(surfaceOfRun(comparisonOf(RESULT), ALL)[0].group_weights, null);
});

const FOUR_DAYS = [19_724, 19_725, 19_726, 19_727];

/** Test helper. Returns a run with one method that has the given cumulative returns. */
function withCurve(cumulative: readonly number[]): RunComparison {
  const [method] = comparisonOf(RESULT).methods;
  return {
    doubts: [],
    days: packedNumbers(FOUR_DAYS),
    methods: [{ ...method, cumulative_return: packedNumbers(cumulative) }],
  };
}
