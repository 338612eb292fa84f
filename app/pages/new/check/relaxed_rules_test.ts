import assert from "node:assert/strict";
import { relaxedRules } from "./relaxed_rules.ts";

const RULES = {
  weight_bounds: { max: 0.1, assets: { "NSE:TCS": { min: 0.4 } } },
  groups: { map: { "NSE:TCS": "IT" }, rules: [{ group: "Banks", min: 0.2 }, { group: "IT", max: 0.3 }] },
  linear: [{ name: "pair", coefficients: { "NSE:TCS": 1 }, max: 0 }],
  risk_limits: [{ measure: "cvar", confidence: 0.99, max: 0.01 }],
  turnover: { max: 0.1 },
  min_return: 0.5,
  concentration: { min_effective_assets: 30 },
  exposure: { short: true, gross_max: 1 },
};

const hasLimit = (family: string): boolean => ["weight_bounds", "budget"].includes(family);

function relaxed(family: string, rule: string | null, limit: "min" | "max", to: number | null) {
  const next = relaxedRules(RULES, { family, rule, limit, from: 0, to }, hasLimit);
  return next === null ? null : next[family];
}

Deno.test("a way out of a conflict changes the limit that it names, wherever the rule has it", () => {
  assert.deepEqual(relaxed("weight_bounds", "default", "max", 0.2), { ...RULES.weight_bounds, max: 0.2 });
  assert.deepEqual(relaxed("weight_bounds", "NSE:TCS", "min", 0.1), { max: 0.1, assets: { "NSE:TCS": { min: 0.1 } } });
  assert.deepEqual(relaxed("groups", "IT", "max", 0.4), {
    ...RULES.groups,
    rules: [{ group: "Banks", min: 0.2 }, { group: "IT", max: 0.4 }],
  });
  assert.deepEqual(relaxed("linear", "pair", "max", 0.5), [{ ...RULES.linear[0], max: 0.5 }]);
  assert.deepEqual(relaxed("risk_limits", "cvar_0.99", "max", 0.02), [{ ...RULES.risk_limits[0], max: 0.02 }]);
  assert.deepEqual(relaxed("turnover", null, "max", 0.5), { max: 0.5 });
  assert.equal(relaxed("min_return", null, "min", 0.1), 0.1);
  assert.deepEqual(relaxed("concentration", null, "min", 5), { min_effective_assets: 5 });
  assert.deepEqual(relaxed("exposure", "gross_max", "max", 1.5), { short: true, gross_max: 1.5 });
});

Deno.test("groups of several classifications are found by both names, and what cannot be changed is left alone", () => {
  const groups = [{ name: "sector", map: {}, rules: [{ group: "IT", max: 0.1 }] }];
  const way = { family: "groups", rule: "sector/IT", limit: "max", from: 0.1, to: 0.5 } as const;
  assert.deepEqual(relaxedRules({ groups }, way, hasLimit), {
    groups: [{ ...groups[0], rules: [{ group: "IT", max: 0.5 }] }],
  });
  assert.equal(relaxed("turnover", null, "max", null), null);
  assert.equal(relaxed("factor_exposure", "value", "min", 1), null);
  assert.deepEqual(relaxed("budget", null, "min", 0.6), { min: 0.6 });
});
