import assert from "node:assert/strict";
import {
  constraintPreflight,
  preflightWithin,
  type VolatilityAnswer,
} from "../../src/computations/constraint_preflight.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { markdownDocument } from "../support/markdown_document.ts";
import { problemCount, testInTurn } from "../support/tier.ts";

const kernels = await loadKernels(null);

Deno.test("the preflight request that the tutorial shows gets the answer that the tutorial shows", () => {
  const shown = markdownDocument("docs/tutorial/4_preflight.md").blocks("text").find((text) =>
    text.includes('"feasible"')
  );
  assert.ok(shown !== undefined, "the tutorial shows no preflight");
  const [body, answer] = shown.split(/\n(?=\{"feasible")/);
  const { isFeasible, ranges, notJudged, doubts } = constraintPreflight.compute(
    { config: new TextEncoder().encode(body), found: null },
    { kernels, progress: () => undefined },
  );
  const told = { feasible: isFeasible, ranges, not_judged: notJudged, conflict: null, doubts };
  assert.deepEqual(rounded(told), JSON.parse(answer));
});

Deno.test("the same preflight request gets the same answer to the last digit", () => {
  const assets = Array.from({ length: 30 }, (_, i) => `A${i}`);
  const coefficients = Object.fromEntries(assets.map((asset, i) => [asset, Math.sin(i + 1)]));
  const constraints = {
    weight_bounds: { max: 0.2 },
    linear: [{ name: "tilt", coefficients, min: 0.1 }],
    concentration: { min_effective_assets: 8 },
    cardinality: { min: 9, max: 20 },
  };
  const config = new TextEncoder().encode(JSON.stringify({ assets, constraints }));
  const answer = (): unknown =>
    constraintPreflight.compute({ config, found: null }, { kernels, progress: () => undefined });
  assert.deepEqual(answer(), answer());
});

Deno.test("under a small asset count the least volatility is an inexact lower bound where its search ends early", () => {
  const names = Array.from({ length: 120 }, (_, i) => `A${i}`);
  const dates = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10));
  const price = (i: number, day: number): number => 100 + 5 * Math.sin(1 + i * 12.9898 + day * day * 0.37);
  const series = Object.fromEntries(names.map((name, i) => [name, dates.map((_, day) => price(i, day))]));
  const volatility = (constraints: unknown): VolatilityAnswer => {
    const config = new TextEncoder().encode(JSON.stringify({ prices: { dates, series }, constraints }));
    const { ranges } = constraintPreflight.compute({ config, found: null }, { kernels, progress: () => undefined });
    assert.ok(ranges?.volatility);
    return ranges.volatility;
  };
  const few = volatility({ cardinality: { max: 3 } }), all = volatility({});
  const coefficients = Object.fromEntries(names.slice(0, 3).map((name) => [name, 1]));
  const three = volatility({ linear: [{ name: "three", coefficients, min: 1 }] });
  assert.ok(!few.exact && few.min >= all.min - 1e-7 && few.min < three.min);
  assert.ok((few.max[1] ?? Infinity) >= three.max[0]);
});

Deno.test(testInTurn("feasibility is null where the work ends before it is proven, and never wrong", () => {
  const dates = Array.from({ length: 120 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10));
  const series = Object.fromEntries(
    Array.from(
      { length: problemCount(12, 8) },
      (_, i) => [`A${i}`, dates.map((_, day) => 100 + 9 * Math.sin(i * 5.3 + day * day))],
    ),
  );
  const within = (constraints: unknown, all: number): readonly [boolean | null, boolean] => {
    const body = { prices: { dates, series }, periods_per_year: 252, constraints };
    const config = new TextEncoder().encode(JSON.stringify(body));
    const work = { all, thorough: all / 2, volatility: all / 4 };
    const { isFeasible, conflict, ranges } = preflightWithin({ config, found: null }, kernels, work);
    assert.equal(conflict === null, ranges !== null);
    return [isFeasible, conflict === null];
  };
  const limit = (max: number): unknown => ({
    cardinality: { min: 4 },
    concentration: { min_effective_assets: 3 },
    risk_limits: [{ measure: "evar", confidence: 0.9, max }, { measure: "volatility", max: 10 * max }],
  });
  for (const [constraints, truth] of [[limit(0.5), true], [limit(1e-4), false]] as const) {
    const told = [0, 1, 1e3, 1e5, 1e6, 1e7, 1e8, 1e10].map((all) => within(constraints, all));
    assert.deepEqual(told[0], [null, true]);
    assert.deepEqual(told.at(-1), [truth, truth]);
    for (const [isFeasible, isConflictFree] of told) {
      assert.ok(isFeasible === null || isFeasible === truth);
      assert.equal(isConflictFree, isFeasible !== false);
    }
  }
}));

Deno.test("a portfolio found while computing ranges proves that the rules can be met", () => {
  const dates = Array.from({ length: 120 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10));
  const series = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`A${i}`, dates.map((_, day) => 100 + 9 * Math.sin(i * 5.3 + day * day))]),
  );
  const constraints = {
    cardinality: { min: 3, max: 5 },
    risk_limits: [{ measure: "cvar", confidence: 0.9, max: 0.5 }],
  };
  const config = new TextEncoder().encode(JSON.stringify({ prices: { dates, series }, constraints }));
  const found = [1e6, 2e6, 4e6, 7e6, 1e7, 2e7].filter((all) => {
    const byJudge = preflightWithin({ config, found: null }, kernels, { all, thorough: 0, volatility: 0 });
    const byRanges = preflightWithin({ config, found: null }, kernels, { all, thorough: all / 2, volatility: all / 2 });
    assert.ok(byJudge.isFeasible !== false && byRanges.isFeasible !== false);
    return byJudge.isFeasible === null && byRanges.isFeasible === true;
  });
  assert.ok(found.length > 0);
});

function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, one) => typeof one === "number" ? Math.round(one * 1e9) / 1e9 + 0 : one);
}

Deno.test("a preflight annualises by the number of periods that a run of the same prices has, or that the request gives", () => {
  const dates = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10));
  const series = { A: dates.map((_, t) => 100 + t), B: dates.map((_, t) => 100 + 5 * Math.sin(t)) };
  const largest = (fields: Readonly<Record<string, unknown>>): number => {
    const config = new TextEncoder().encode(JSON.stringify({ prices: { dates, series }, constraints: {}, ...fields }));
    const { ranges } = constraintPreflight.compute({ config, found: null }, { kernels, progress: () => undefined });
    return ranges?.return?.max ?? NaN;
  };
  const given = largest({ periods_per_year: 100 });
  assert.ok(Math.abs(largest({}) / given - 365 / 100) < 1e-9, "the dates have all days of the week");
  assert.ok(Math.abs(largest({ periods_per_year: 252 }) / given - 252 / 100) < 1e-9);
});
