import assert from "node:assert/strict";
import { constraintPreflight } from "../../src/computations/constraint_preflight.ts";
import type { Conflict, Relaxation } from "../../src/domain/errors.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { loadHighs } from "../../scripts/accuracy/programs/load_highs.ts";
import { randomNumbers } from "../support/sample_problem.ts";
import { problemCount } from "../support/tier.ts";

const [kernels, highs] = await Promise.all([loadKernels(null), loadHighs()]);

const SETS = problemCount(100, 8);
/** Tolerance of a proposed change: a limit may be missed by 1e-9 of its unit, amplified by the rules. */
const ROUNDING = 1e-7;

/**
 * A linear rule on weights, as a test states it. The bounds on single weights are called `bounds` and the limit on
 * their sum is called `budget`.
 */
interface Rule {
  readonly name: string;
  readonly coefficients: readonly number[];
  readonly min: number | null;
  readonly max: number | null;
}

interface RuleSet {
  readonly count: number;
  /** Largest value that each weight may have, counted as one rule. */
  readonly most: number;
  readonly linear: readonly Rule[];
}

Deno.test(`HiGHS confirms of ${SETS} random conflicts that no weights meet the named rules and that each named rule is needed`, () => {
  for (const { set, conflict } of conflictingSets()) {
    const names = namesOf(conflict), what = JSON.stringify({ set, conflict });
    assert.ok(!canMeet(set, names), `what is named can be met: ${what}`);
    for (const left of names) assert.ok(canMeet(set, names.filter((name) => name !== left)), `${left}: ${what}`);
    if (!conflict.minimum) continue;
    const all = allNames(set);
    for (let bits = 0; bits < 2 ** all.length; bits++) {
      const subset = all.filter((_, k) => bits & (1 << k));
      if (subset.length < names.length) assert.ok(canMeet(set, subset), `${subset} is smaller: ${what}`);
    }
  }
});

Deno.test("HiGHS confirms that each proposed change of one limit resolves the conflict, and a change smaller by 1e-6 does not", () => {
  let compared = 0;
  for (const { set, conflict } of conflictingSets()) {
    for (const one of conflict.relaxation ?? []) {
      if (one.family === "budget") continue;
      const what = JSON.stringify({ set, one });
      if (one.to === null) assert.ok(!canMeet(changed(set, [{ ...one, to: one.limit === "max" ? 1e4 : -1e4 }])), what);
      else {
        const [more, less] = [ROUNDING, -1e-6].map((by) => one.to === null ? one : moved(one, by));
        assert.ok(canMeet(changed(set, [more])), what);
        assert.ok(!canMeet(changed(set, [less])), what);
        compared++;
      }
    }
  }
  assert.ok(compared > SETS / 2, `${compared} changes`);
});

Deno.test("HiGHS confirms that the joint proposed change resolves the conflict with the least total change", () => {
  let compared = 0;
  for (const { set, conflict } of conflictingSets()) {
    const joint = conflict.jointRelaxation ?? [], what = JSON.stringify({ set, joint });
    const least = leastChange(set);
    if (joint.length === 0) {
      assert.equal(least, null, what);
      continue;
    }
    assert.ok(canMeet(changed(set, joint.map((one) => moved(one, ROUNDING)))), what);
    const total = joint.reduce((sum, { from, to }) => sum + Math.abs((to ?? Infinity) - from), 0);
    assert.ok(least !== null && Math.abs(total - least) <= 1e-6, `${total} for ${least}: ${what}`);
    compared++;
  }
  assert.ok(compared > SETS / 2, `${compared} changes`);
});

interface ConflictingSet {
  readonly set: RuleSet;
  readonly conflict: Conflict;
}

let found: readonly ConflictingSet[] | null = null;

/** Returns random rule sets that conflict. HiGHS confirms for each set whether it can be met. */
function conflictingSets(): readonly ConflictingSet[] {
  if (found !== null) return found;
  const random = randomNumbers(20261125), sets: ConflictingSet[] = [];
  while (sets.length < SETS) {
    const set = randomSet(random), conflict = conflictOf(set);
    assert.equal(conflict === null, canMeet(set), JSON.stringify(set));
    if (conflict !== null) sets.push({ set, conflict });
  }
  return found = sets;
}

function randomSet(random: () => number): RuleSet {
  const count = 3 + Math.floor(4 * random());
  const linear = Array.from({ length: 2 + Math.floor(4 * random()) }, (_, k): Rule => {
    const coefficients = Array.from({ length: count }, () => random() < 0.5 ? 0 : Math.round(20 * random() - 8) / 10);
    // Proposed changes are summed in the unit of each rule; a coefficient of 1 makes that unit 1.
    coefficients[Math.floor(count * random())] = 1;
    const at = Math.round(100 * (random() - 0.2)) / 100, kind = random();
    const width = Math.round(30 * random()) / 100;
    return {
      name: `r${k}`,
      coefficients,
      min: kind < 0.6 ? at : null,
      max: kind < 0.4 ? at + width : kind < 0.6 ? null : at,
    };
  });
  return { count, most: Math.round(100 * (1 / count + 0.5 * random())) / 100 + 0.01, linear };
}

function conflictOf({ count, most, linear }: RuleSet): Conflict | null {
  const assets = Array.from({ length: count }, (_, i) => `A${i}`);
  const rules = linear.map(({ name, coefficients, min, max }) => ({
    name,
    coefficients: Object.fromEntries(assets.map((asset, i) => [asset, coefficients[i]])),
    ...min === null ? {} : { min },
    ...max === null ? {} : { max },
  }));
  const body = { assets, constraints: { weight_bounds: { max: most }, linear: rules } };
  const config = new TextEncoder().encode(JSON.stringify(body));
  return constraintPreflight.compute({ config, found: null }, { kernels, progress: () => undefined }).conflict;
}

function allNames({ linear }: RuleSet): readonly string[] {
  return ["bounds", ...linear.map(({ name }) => name)];
}

/** Detail text of the rule that weights are not negative, which always holds. */
const SIGN = "Weight of at least 0";

/** Returns the names of the rules in a conflict, without the budget and the sign of weights. */
function namesOf({ rules }: Conflict): readonly string[] {
  const counted = rules.filter(({ family, detail }) => family !== "budget" && detail !== SIGN);
  return [...new Set(counted.map(({ family, rule }) => family === "weight_bounds" ? "bounds" : String(rule)))];
}

/**
 * Test helper. Returns a proposed change of a limit that relaxes the limit further by `by`, or less if `by` is
 * negative.
 */
function moved(one: Relaxation, by: number): Relaxation {
  return { ...one, to: one.to === null ? null : one.to + Math.sign(one.to - one.from) * by };
}

function changed(set: RuleSet, changes: readonly Relaxation[]): RuleSet {
  const most = changes.find(({ family }) => family === "weight_bounds")?.to ?? set.most;
  const linear = set.linear.map((rule) =>
    changes.filter((one) => one.family === "linear" && one.rule === rule.name)
      .reduce((other, { limit, to }) => ({ ...other, [limit]: to }), rule)
  );
  return { ...set, most, linear };
}

/** Whether some weights of at least 0 that sum to 1 keep the named rules, or all rules by default. HiGHS decides. */
function canMeet(set: RuleSet, names: readonly string[] = allNames(set)): boolean {
  const rows = set.linear.filter(({ name }) => names.includes(name)).flatMap((rule) => rowsOf(rule));
  const bounds = Array.from(
    { length: set.count },
    (_, i) => boundsOf(`w${i}`, names.includes("bounds") ? set.most : Infinity),
  );
  return solved(["Minimize", " obj: 0 w0", "Subject To", budgetOf(set), ...rows, "Bounds", ...bounds, "End"]) !== null;
}

/** Returns the least total change of limits after which all rules can be met; null if no change suffices. */
function leastChange(set: RuleSet): number | null {
  const slacks = [
    "s",
    ...set.linear.flatMap(({ name, min, max }) => [
      ...min === null ? [] : [`${name}_min`],
      ...max === null ? [] : [`${name}_max`],
    ]),
  ];
  const weights = Array.from({ length: set.count }, (_, i) => `w${i}`);
  return solved([
    "Minimize",
    ` obj: ${slacks.join(" + ")}`,
    "Subject To",
    budgetOf(set),
    ...weights.map((weight) => ` most_${weight}: ${weight} - s <= ${set.most}`),
    ...set.linear.flatMap((rule) => rowsOf(rule, true)),
    "Bounds",
    ...[...weights, ...slacks].map((name) => boundsOf(name, Infinity)),
    "End",
  ]);
}

function budgetOf({ count }: RuleSet): string {
  return ` budget: ${Array.from({ length: count }, (_, i) => `w${i}`).join(" + ")} = 1`;
}

function rowsOf({ name, coefficients, min, max }: Rule, isRelaxed = false): readonly string[] {
  const terms = coefficients.map((value, i) => `${value < 0 ? "-" : "+"} ${Math.abs(value)} w${i}`).join(" ");
  return [
    ...min === null ? [] : [` least_${name}: ${terms}${isRelaxed ? ` + ${name}_min` : ""} >= ${min}`],
    ...max === null ? [] : [` most_${name}: ${terms}${isRelaxed ? ` - ${name}_max` : ""} <= ${max}`],
  ];
}

function boundsOf(name: string, most: number): string {
  return most === Infinity ? ` ${name} >= 0` : ` 0 <= ${name} <= ${most}`;
}

const TIGHT = { primal_feasibility_tolerance: 1e-10, dual_feasibility_tolerance: 1e-10 };

/** Solves a linear program in LP format by HiGHS and returns its minimum; null if it is infeasible. */
function solved(lines: readonly string[]): number | null {
  const { Status: status, ObjectiveValue: value } = highs.solve(lines.join("\n"), TIGHT);
  if (status === "Optimal") return value;
  assert.equal(status, "Infeasible");
  return null;
}
