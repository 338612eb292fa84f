import assert from "node:assert/strict";
import {
  doubtsOf,
  type Fields,
  held,
  limitedCost,
  moments,
  PRICES,
  ruled,
  start,
  views,
} from "../../../tests/support/doubted_requests.ts";
import { parseRequest } from "../run_request.ts";
import { requestDoubts } from "./mod.ts";

/** Test helper. Numbers to four significant digits, as a daily rate has no more when it is converted. */
function rounded(value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(4)) : value;
}

const SMALL: readonly (readonly [what: string, body: Fields, meant: number])[] = [
  ["risk-free rate of a month", { ...PRICES, frequency: "monthly", risk_free_rate: 0.065 / 12 }, 0.065],
  ["risk-free rate of a week", { ...PRICES, frequency: "weekly", risk_free_rate: 0.065 / 52 }, 0.065],
  ["view of a month", { ...views(0.01), frequency: "monthly" }, 0.12],
  ["tracking error of a month", {
    ...PRICES,
    frequency: "monthly",
    benchmark: { weights: { A: 0.5, B: 0.5 } },
    constraints: { tracking_error: { max: 0.03 / 12 ** 0.5 } },
  }, 0.03],
];

for (const [what, body, meant] of SMALL) {
  Deno.test(`a ${what}, which annual ones sometimes are as small as, is noted with the annual one`, () => {
    const notes = doubtsOf(body).map(({ code, severity, evidence }) => [code, severity, rounded(evidence.meant)]);
    assert.deepEqual(notes, [["small_annual_number", "note", meant]]);
  });
}

Deno.test("moments that two units explain nearly as well are told with both", () => {
  const [doubt] = doubtsOf(moments(0.05, 0.0113));
  assert.deepEqual([doubt.evidence.meant, doubt.evidence.or_meant], ["yearly", "daily, in percent"]);
  assert.match(doubt.detail, /yearly \(or daily, in percent\)/);
});

Deno.test("a limit that the other rules never let a portfolio reach is told with what they reach", () => {
  const [one, ...others] = doubtsOf(ruled({ weight_bounds: { max: 1.2 } }));
  assert.deepEqual(others, []);
  assert.deepEqual([one.code, one.severity, one.evidence.reach], ["limit_never_binds", "note", 1]);
  const linear = { linear: [{ name: "score", coefficients: { A: 4, B: 7 }, max: 9 }] };
  assert.deepEqual(doubtsOf(ruled(linear)).map(({ evidence }) => evidence.reach), [7]);
});

Deno.test("a limit on all costs that no trades can reach is told with what they can cost", () => {
  const doubts = doubtsOf(limitedCost(0.01)).map(({ code, severity, evidence }) => [code, severity, evidence.reach]);
  assert.deepEqual(doubts, [["limit_never_binds", "note", 0.004]]);
});

Deno.test("limits of one family in percent are one doubt with their assets", () => {
  const assets = { A: { max: 60 }, B: { max: 50 } };
  const [one, ...others] = doubtsOf(ruled({ weight_bounds: { assets } }));
  assert.deepEqual(others, []);
  assert.deepEqual([one.assets, one.evidence.alike], [["A", "B"], 1]);
});

Deno.test("a doubt points to the number in the request, also in a method's own rules", () => {
  const methods = ["hold", { method: "min_volatility", constraints: { weight_bounds: { max: 60 } } }];
  const doubts = doubtsOf({ ...PRICES, ...start, methods });
  assert.deepEqual(doubts.map(({ evidence }) => evidence.pointer), ["/methods/1/constraints/weight_bounds/max"]);
});

Deno.test("a request is not changed by its doubts", () => {
  const request = parseRequest({ ...held({ A: 40, B: 60 }), methods: ["hold"] }), before = structuredClone(request);
  requestDoubts(request);
  assert.deepEqual(request, before);
});
