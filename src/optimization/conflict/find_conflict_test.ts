import assert from "node:assert/strict";
import fc from "../../../tests/support/fast_check.ts";
import type { Conflict } from "../../domain/errors.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { marketOfMoments, problemOf, randomNumbers, type Rules } from "../../../tests/support/sample_problem.ts";
import { IS_FULL_RUN, partOf, problemCount } from "../../../tests/support/tier.ts";
import { findConflict } from "./find_conflict.ts";

const kernels = await loadKernels(null);

/** Four uncorrelated assets that earn 5, 10, 15 and 20 % a year. */
const market = marketOfMoments(
  [0.05, 0.1, 0.15, 0.2].map((annual) => annual / 52),
  [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => i === j ? 0.001 : 0)),
);
const [A0, A1, A2, A3] = market.assets;

function conflictOf(constraints: Record<string, unknown>, rules: Omit<Rules, "constraints"> = {}): Conflict | null {
  return findConflict(problemOf(market, { ...rules, constraints }), kernels);
}

/** The named rules as family and rule, in the order of the registry. */
function named(constraints: Record<string, unknown>, rules: Omit<Rules, "constraints"> = {}): string[] {
  return (conflictOf(constraints, rules)?.rules ?? []).map(({ family, rule }) => `${family} ${rule}`);
}

Deno.test("rules that can be met have no conflict", () => {
  assert.equal(conflictOf({}), null);
  assert.equal(conflictOf({ weight_bounds: { max: 0.25 } }), null);
  assert.equal(conflictOf({ min_return: 0.2 }), null);
});

Deno.test("largest weights that sum to less than the budget conflict with it", () => {
  const conflict = conflictOf({ weight_bounds: { max: 0.2 }, min_return: 0.01 });
  assert.deepEqual({ rules: conflict?.rules, minimum: conflict?.minimum }, {
    minimum: true,
    rules: [
      { family: "budget", rule: null, detail: "Sum of the weights of exactly 1" },
      { family: "weight_bounds", rule: "default", detail: "Weight of at most 0.2" },
    ],
  });
});

Deno.test("nonnegativity of weights does not count as a rule of a conflict, whether largest weights are sent or not", () => {
  const low = { name: "low", coefficients: { [A2]: 1 }, max: 0.1 }, high = { ...low, name: "high", max: 1, min: 0.2 };
  const out = { linear: [low, high], min_return: 10 };
  const expected = { rules: ["budget null", "weight_bounds default", "min_return null"], minimum: true };
  for (const bounds of [{}, { weight_bounds: { max: 1 } }, { weight_bounds: { assets: { [A0]: { max: 0.9 } } } }]) {
    const conflict = conflictOf({ ...out, ...bounds });
    const rules = conflict?.rules.map(({ family, rule }) => `${family} ${rule}`);
    assert.deepEqual({ rules, minimum: conflict?.minimum }, expected);
  }
});

Deno.test("a conflicting bound of one asset is named by the asset, and irrelevant bounds are not named", () => {
  const rules = named({
    weight_bounds: { max: 0.9, assets: { [A0]: { min: 0.5 }, [A1]: { max: 0.3 } } },
    groups: { map: { [A0]: "g", [A1]: "h" }, rules: [{ group: "g", max: 0.4 }, { group: "h", max: 0.9 }] },
  });
  assert.deepEqual(rules, [`weight_bounds ${A0}`, "groups g"]);
});

Deno.test("all bounds that a conflict needs are named by their assets and count as one rule", () => {
  const conflict = conflictOf({
    weight_bounds: { assets: { [A0]: { min: 0.6 }, [A1]: { min: 0.7 } } },
    // The other way not to meet the rules needs two rules beside the budget.
    linear: [
      { name: "low", coefficients: { [A2]: 1 }, max: 0.1 },
      { name: "high", coefficients: { [A2]: 1 }, min: 0.2 },
    ],
  });
  const bounds = (conflict?.rules ?? []).filter(({ family }) => family === "weight_bounds").map(({ rule }) => rule);
  assert.deepEqual([conflict?.minimum, bounds], [true, ["default", A0, A1]]);
  assert.ok((conflict?.rules ?? []).every(({ family }) => family === "weight_bounds" || family === "budget"));
});

Deno.test("of several conflicts the one with the fewest rules is named", () => {
  // Three groups that need 1.2 together, and two linear rules on one asset.
  const constraints = {
    groups: {
      map: { [A0]: "a", [A1]: "b", [A2]: "c" },
      rules: [{ group: "a", min: 0.4 }, { group: "b", min: 0.4 }, { group: "c", min: 0.4 }],
    },
    linear: [
      { name: "low", coefficients: { [A3]: 1 }, max: 0.1 },
      { name: "high", coefficients: { [A3]: 1 }, min: 0.2 },
      { name: "idle", coefficients: { [A3]: 1 }, max: 0.9 },
    ],
  };
  assert.deepEqual(named(constraints), ["linear low", "linear high"]);
  const { linear: _, ...withoutLinear } = constraints;
  assert.deepEqual(named(withoutLinear).filter((rule) => rule.startsWith("groups")), [
    "groups a",
    "groups b",
    "groups c",
  ]);
});

Deno.test("the lower and the upper limit of a rule count as one rule of a conflict", () => {
  // low takes its upper side against high, high its lower.
  const rules = named({
    linear: [
      { name: "low", coefficients: { [A0]: 1 }, min: 0.05, max: 0.1 },
      { name: "high", coefficients: { [A0]: 1 }, min: 0.2, max: 0.3 },
    ],
  });
  assert.deepEqual(rules, ["linear low", "linear high"]);
});

Deno.test("a budget range that a conflict needs is named in it", () => {
  const conflict = conflictOf({
    budget: { min: 0.5, max: 1 },
    groups: {
      map: { [A0]: "a", [A1]: "a", [A2]: "b", [A3]: "b" },
      rules: [{ group: "a", min: 0.7 }, { group: "b", min: 0.6 }],
    },
  });
  assert.deepEqual(conflict?.rules.map(({ family, rule }) => [family, rule]), [
    ["budget", null],
    ["groups", "a"],
    ["groups", "b"],
  ]);
  assert.equal(conflict?.rules[0].detail, "Sum of the weights between 0.5 and 1");
});

Deno.test("a budget that was sent conflicts with nothing alone, and does not count as a rule of a conflict", () => {
  for (const sum of [-3, 0, 0.5, 1, 5]) {
    const budget = { min: sum, max: sum };
    assert.equal(conflictOf({ budget, exposure: { short: true } }), null, String(sum));
    if (sum >= 0) assert.equal(conflictOf({ budget }), null, `${sum}, without short selling`);
  }
  const linear = [
    { name: "low", coefficients: { [A3]: 1 }, max: 0.1 },
    { name: "high", coefficients: { [A3]: 1 }, min: 0.2 },
    { name: "sum", coefficients: { [A0]: 1, [A1]: 1, [A2]: 1, [A3]: 1 }, min: 1.2 },
  ];
  // The budget and one rule are a smaller conflict than the two other rules.
  assert.deepEqual(named({ budget: { min: 0.5, max: 1 }, linear }), ["budget null", "linear sum"]);
});

Deno.test("a minimum return that no weights earn conflicts, unless short selling is unlimited", () => {
  const conflict = conflictOf({ min_return: 0.25 });
  assert.ok(
    conflict?.rules.some(({ family, detail }) => {
      return family === "min_return" && detail === "Expected annual return of at least 0.25";
    }),
  );
  // With short selling and no limits every return can be had.
  assert.equal(conflictOf({ min_return: 0.25, exposure: { short: true } }), null);
  assert.deepEqual(
    named({ min_return: 0.25, exposure: { short: true, gross_max: 1 } }).filter((rule) => rule[0] !== "b"),
    [
      "exposure gross_max",
      "min_return null",
    ],
  );
});

Deno.test("a minimum return with budget and default nonnegativity counts as fewer rules than two linear rules", () => {
  const linear = [
    { name: "low", coefficients: { [A3]: 1 }, max: 0.1 },
    { name: "high", coefficients: { [A3]: 1 }, min: 0.2 },
  ];
  const counted = named({ min_return: 0.25, linear }).filter((rule) => !/^(budget|weight_bounds)/.test(rule));
  assert.deepEqual(counted, ["min_return null"]);
  // Bounds that were sent count.
  assert.deepEqual(named({ min_return: 0.25, linear, weight_bounds: { min: 0 } }), ["linear low", "linear high"]);
});

Deno.test("a turnover limit too small to reach a group's minimum conflicts with that group", () => {
  const start = { startingPortfolio: [0.25, 0.25, 0.25, 0.25] };
  const groups = { map: { [A0]: "a", [A1]: "b" }, rules: [{ group: "a", min: 0.6 }, { group: "b", max: 0.9 }] };
  assert.deepEqual(named({ groups, turnover: { max: 0.1 } }, start), ["groups a", "turnover null"]);
});

Deno.test("all locked assets count as one rule of a conflict", () => {
  const start = { startingPortfolio: [0.5, 0.4, 0.1, 0] };
  const constraints = { locked: [A0, A1], linear: [{ name: "little", coefficients: { [A0]: 1, [A1]: 1 }, max: 0.8 }] };
  assert.deepEqual(named(constraints, start).sort(), ["linear little", "locked null"]);
});

Deno.test("a rule that requires a negative weight conflicts, unless short selling is allowed", () => {
  const rules = named({ linear: [{ name: "short", coefficients: { [A0]: 1 }, max: -0.1 }] });
  assert.ok(rules.includes("linear short"));
  assert.equal(
    conflictOf({ exposure: { short: true }, linear: [{ name: "s", coefficients: { [A0]: 1 }, max: -0.1 }] }),
    null,
  );
});

Deno.test("in random conflicts no weights meet the named rules, each of them is needed, and no fewer rules conflict", () => {
  const limit = fc.record({ from: fc.integer({ min: 0, max: 9 }), width: fc.integer({ min: 0, max: 4 }) });
  const rule = fc.record({ members: fc.integer({ min: 1, max: 15 }), limit });
  fc.assert(
    fc.property(fc.array(rule, { minLength: 2, maxLength: 5 }), (drawn) => {
      const all = drawn.map(({ members, limit: { from, width } }, k) => ({
        name: `r${k}`,
        coefficients: Object.fromEntries(market.assets.filter((_, i) => members & (1 << i)).map((asset) => [asset, 1])),
        min: from / 10,
        max: (from + width) / 10,
      }));
      const canMeet = (names: readonly string[]) =>
        conflictOf({ linear: all.filter(({ name }) => names.includes(name)) }) === null;
      const conflict = conflictOf({ linear: all });
      fc.pre(conflict !== null);
      const named = (conflict?.rules ?? []).filter(({ family }) => family === "linear").map(({ rule }) => String(rule));
      assert.ok(!canMeet(named), "what is named does not conflict");
      for (const left of named) assert.ok(canMeet(named.filter((name) => name !== left)), `${left} is not needed`);
      for (let bits = 0; bits < 2 ** all.length; bits++) {
        const subset = all.map(({ name }) => name).filter((_, k) => bits & (1 << k));
        if (subset.length < named.length) assert.ok(canMeet(subset), `${subset} is smaller`);
      }
    }),
    { numRuns: problemCount(15) },
  );
});

Deno.test("with less work a conflict is only irreducible, then has no rules, and the same work finds the same conflict", () => {
  const linear = [0, 1, 2, 3].flatMap((i) => [
    { name: `most ${i}`, coefficients: { [market.assets[i]]: 1 }, max: 0.2 + i / 100 },
    { name: `spare ${i}`, coefficients: { [market.assets[i]]: 1 }, max: 0.9 },
  ]);
  const problem = problemOf(market, { constraints: { linear } });
  const step = IS_FULL_RUN ? 1 : 4;
  const byWork = Array.from({ length: 40 / step }, (_, k) => findConflict(problem, kernels, { work: 2 ** (step * k) }));
  const kinds = byWork.map((conflict) => `${conflict?.rules.length} ${conflict?.minimum}`);
  assert.deepEqual([...new Set(kinds)], ["0 false", "5 false", "5 true"]);
  for (const [k, conflict] of partOf(byWork.entries())) {
    assert.deepEqual(findConflict(problem, kernels, { work: 2 ** (step * k) }), conflict, `${k}`);
  }
});

Deno.test("a slight conflict of 80 wide linear rules is proven by solving fewer than 80 programs", () => {
  const assets = 60;
  const wide = marketOfMoments(
    Array.from({ length: assets }, () => 0.001),
    Array.from({ length: assets }, (_, i) => Array.from({ length: assets }, (_, j) => i === j ? 0.001 : 0)),
  );
  const linear = Array.from({ length: 80 }, (_, k) => ({
    name: `rule ${k}`,
    coefficients: Object.fromEntries(
      wide.assets.filter((_, i) => (Math.imul((i + 1) * (k + 3), 2_654_435_761) >>> 7) % 3 === 0).map((
        asset,
      ) => [asset, 1]),
    ),
    min: 0.45,
  }));
  let solved = 0;
  const conic = {
    solve: (...program: Parameters<typeof kernels.conic.solve>) => {
      solved++;
      return kernels.conic.solve(...program);
    },
  };
  const conflict = findConflict(problemOf(wide, { constraints: { linear } }), { ...kernels, conic }, { work: 1e6 });
  assert.deepEqual(conflict, { rules: [], minimum: false, relaxation: [], jointRelaxation: [] });
  assert.ok(solved < 80, `${solved} programs were solved`);
});

Deno.test("conflicting weight bounds are named default where they are general, and by asset where an asset has its own", () => {
  const rules = named({
    weight_bounds: { max: 0.3, assets: { [A0]: { max: 0.2 }, [A1]: { max: 0.2 }, [A2]: { max: 0.2 } } },
  });
  assert.deepEqual(rules, [
    "budget null",
    "weight_bounds default",
    `weight_bounds ${A0}`,
    `weight_bounds ${A1}`,
    `weight_bounds ${A2}`,
  ]);
});

Deno.test("a limit that an asset's own bounds omit is named default in a conflict", () => {
  assert.deepEqual(named({ weight_bounds: { min: 0.3, assets: { [A0]: { max: 0.9 } } } }), [
    "budget null",
    "weight_bounds default",
  ]);
});

Deno.test("limits that miss one another by at most 1e-9 do not conflict, and those that miss by 1e-8 or more do", () => {
  const apart = (by: number) =>
    conflictOf({
      linear: [
        { name: "low", coefficients: { [A0]: 1 }, max: 0.2 },
        { name: "high", coefficients: { [A0]: 1 }, min: 0.2 + by },
      ],
    });
  for (const by of [1e-12, 1e-10, 1e-9]) assert.equal(apart(by), null, `${by}`);
  for (const by of [1e-8, 1e-6, 0.1]) assert.ok(apart(by) !== null, `${by}`);
});

Deno.test("rules that known weights keep never conflict, whatever the size of their coefficients", () => {
  const random = randomNumbers(17);
  for (let trial = 0; trial < problemCount(150, 15); trial++) {
    const size = 10 ** Math.floor(-6 + 13 * random());
    const raw = market.assets.map(() => random() < 0.3 ? 0 : random());
    const total = raw.reduce((sum, entry) => sum + entry, 0) || 1;
    const weights = raw.map((entry) => entry / total);
    const linear = Array.from({ length: 1 + Math.floor(3 * random()) }, (_, k) => {
      const coefficients = market.assets.map(() => size * random());
      const value = coefficients.reduce((sum, entry, i) => sum + entry * weights[i], 0);
      const kind = random();
      return {
        name: `l${k}`,
        coefficients: Object.fromEntries(market.assets.map((asset, i) => [asset, coefficients[i]])),
        ...kind < 0.75 ? { min: value } : {},
        ...kind < 0.5 || kind >= 0.75 ? { max: value } : {},
      };
    });
    if (raw.every((entry) => entry === 0)) continue;
    const constraints = { linear, ...random() < 0.5 ? { weight_bounds: { max: Math.max(...weights) } } : {} };
    assert.equal(conflictOf(constraints), null, JSON.stringify(constraints));
  }
});
