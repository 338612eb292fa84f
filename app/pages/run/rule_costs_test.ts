import assert from "node:assert/strict";
import { costliestRule, ruleCosts, type RuleReport } from "./rule_costs.ts";

const rule = (given: Partial<RuleReport>): RuleReport => ({
  family: "weight_bounds",
  rule: "A",
  value: 0.2,
  min: 0,
  max: 0.2,
  slack: 0,
  binding: true,
  shadow_price: 0,
  ...given,
});

Deno.test("the costliest rule is the one whose loosening changes the objective most, and a loosened limit goes its own way", () => {
  const costs = ruleCosts({
    constraint_report: [
      rule({ rule: "no short sale", value: 0, shadow_price: 0.9 }),
      rule({ rule: "cap", shadow_price: -0.1 }),
      rule({ family: "groups", rule: "floor", value: 0.05, min: 0.05, max: null, shadow_price: 0.3 }),
      rule({ rule: "free", binding: false, value: 0.1, shadow_price: 0 }),
      rule({ rule: "unpriced", shadow_price: null }),
      rule({ family: "concentration", rule: null, value: 5, min: 5, max: null, shadow_price: 0.002 }),
    ],
  }, (family) => family === "concentration" ? "number" : "fraction");
  assert.deepEqual(costs.map(({ rule, limit }) => [rule.rule, limit]), [
    ["no short sale", "min"],
    ["floor", "min"],
    [null, "min"],
    ["cap", "max"],
  ]);
  assert.ok(Math.abs((costs[1]?.change ?? 0) + 0.003) < 1e-15);
  assert.equal(costliestRule(costs)?.rule.rule, "floor");
  assert.equal(costliestRule([]), null);
});

Deno.test("a rule that asks for exactly one value has no looser side, so it is not told as the costliest", () => {
  const fixed = rule({ rule: "fixed", value: 0.05, min: 0.05, max: 0.05, shadow_price: 0.4 });
  const costs = ruleCosts({ constraint_report: [rule({ rule: "cap", shadow_price: -0.1 }), fixed] }, () => "fraction");
  assert.deepEqual(costs.map(({ rule, limit, change }) => [rule.rule, limit, change]), [
    ["fixed", "both", 0.004],
    ["cap", "max", -0.001],
  ]);
  assert.equal(costliestRule(costs)?.rule.rule, "cap");
  assert.equal(costliestRule(ruleCosts({ constraint_report: [fixed] }, () => "fraction")), null);
});
