import assert from "node:assert/strict";
import {
  constraintPreflight,
  type RangeAnswer,
  type RangesAnswer,
} from "../../src/computations/constraint_preflight.ts";
import { problemWithoutPrices } from "../../src/computations/problem_of.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { reachableRanges } from "../../src/optimization/ranges/reachable_ranges.ts";
import { readPreflightConfig } from "../../src/request/preflight_request.ts";
import { IS_FULL_RUN, partOf } from "../support/tier.ts";

/**
 * A set of rules with its reference ranges, computed by scripts/reference/ranges.py: by HiGHS for linear and integer
 * rules, by Clarabel for curved ones.
 */
interface RangeCase {
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly feasible: boolean;
  readonly ranges: Readonly<Record<string, Readonly<Record<string, readonly [End, End]>>>> | null;
  /** Smallest volatility that the rules allow, and the largest one that the reference search found. */
  readonly volatility?: readonly [number, number];
}

/** Lower or upper end of a reference range; null if the range is unlimited on that side. */
type End = number | null;

const FILE = new URL("../fixtures/ranges.json", import.meta.url);
const { cases }: { readonly cases: readonly RangeCase[] } = JSON.parse(await Deno.readTextFile(FILE));
const kernels = await loadKernels(null);

/** Tolerance of the ends of ranges. HiGHS is accurate to 1e-10, and Clarabel to 1e-9 of the minimised value. */
const TOLERANCE = 1e-7;

const casesOf = (kind: string): readonly RangeCase[] => cases.filter(({ id }) => id.startsWith(kind));

for (
  const [kind, count, by] of [["linear", 300, "HiGHS"], ["integer", 40, "HiGHS"], ["curved", 40, "Clarabel"]] as const
) {
  Deno.test(`feasibility and reachable ranges of random ${kind} rules agree with ${by}`, () => {
    assert.ok(casesOf(kind).length >= count);
    for (const one of partOf(casesOf(kind))) assertRanges(one);
  });
}

Deno.test("the smallest volatility agrees with Clarabel, and the largest lies between the two reported bounds", () => {
  let told = 0;
  for (const one of casesOf("volatility")) {
    const ranges = assertRanges(one);
    if (ranges === null || one.volatility === undefined) continue;
    const { volatility } = ranges,
      [least, largest] = one.volatility,
      what = `${one.id} ${JSON.stringify(ranges.volatility)}`;
    assert.ok(volatility !== null, what);
    assert.ok(isNear(volatility.min, least), `${what}, expected ${least}`);
    const [low, high] = volatility.max;
    assert.ok(low <= (high ?? Infinity) && largest <= (high ?? Infinity) + TOLERANCE, `${what}, expected ${largest}`);
    assert.ok(low >= 0.999 * largest, `${what}, expected ${largest}`);
    told++;
  }
  assert.ok(told >= 25);
});

Deno.test("ranges computed with little work still contain every portfolio, and ends marked exact are right", () => {
  let inexact = 0;
  for (const { id, body, ranges } of partOf([...casesOf("integer"), ...casesOf("linear").slice(0, 60)])) {
    if (ranges === null) continue;
    const request = readPreflightConfig(body), { constraints } = request;
    const problem = problemWithoutPrices(request, { constraints, kernels });
    const work = { all: id.startsWith("linear") ? 0 : 1e12, thorough: 0, volatility: 0 };
    const { assets } = reachableRanges(problem, kernels, { hasEstimates: false, work });
    Object.values(ranges.assets).forEach(([low, high], i) => {
      const { min, max } = assets[i], what = `${id} ${JSON.stringify(assets[i])}, expected ${low} to ${high}`;
      if (!min.isExact || !max.isExact) inexact++;
      assert.ok(min.value <= (low ?? -Infinity) + TOLERANCE && max.value >= (high ?? Infinity) - TOLERANCE, what);
      if (min.isExact) assert.ok(isNear(min.value, low), what);
      if (max.isExact) assert.ok(isNear(max.value, high), what);
    });
  }
  if (IS_FULL_RUN) assert.ok(inexact > 100);
});

/**
 * Test helper. Asserts that the ranges of a case equal those of the fixture, and returns them; null if the rules cannot
 * be met.
 */
function assertRanges({ id, body, feasible, ranges }: RangeCase): RangesAnswer | null {
  const config = new TextEncoder().encode(JSON.stringify(body));
  const answer = constraintPreflight.compute({ config, found: null }, { kernels, progress: () => undefined });
  assert.equal(answer.isFeasible, feasible, `${id} feasible`);
  if (!feasible || ranges === null || answer.ranges === null) return null;
  const { return: annual, volatility: _volatility, ...named } = answer.ranges;
  const found = { ...named, ...annual === null ? {} : { return: { annual } } };
  for (const [kind, wanted] of Object.entries(ranges)) {
    const own: Readonly<Record<string, RangeAnswer>> = Reflect.get(found, kind);
    assert.deepEqual(Object.keys(own).toSorted(), Object.keys(wanted).toSorted(), `${id} ${kind}`);
    for (const [name, [low, high]] of Object.entries(wanted)) {
      const range = own[name], what = `${id} ${kind} ${name}: ${JSON.stringify(range)}, expected ${low} to ${high}`;
      assert.ok(range.exact && isNear(range.min, low) && isNear(range.max, high), what);
    }
  }
  return answer.ranges;
}

function isNear(found: End, expected: End): boolean {
  if (found === null || expected === null || !Number.isFinite(found)) {
    return expected === null && (found === null || !Number.isFinite(found));
  }
  return Math.abs(found - expected) <= TOLERANCE * Math.max(1, Math.abs(expected));
}
