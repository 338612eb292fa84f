import assert from "node:assert/strict";
import { marketOfMoments, problemOf, randomNumbers } from "../../../tests/support/sample_problem.ts";
import { IS_FULL_RUN, problemCount } from "../../../tests/support/tier.ts";
import type { Conflict, Relaxation } from "../../domain/errors.ts";
import { loadKernels } from "../../kernels/mod.ts";
import { findConflict } from "./find_conflict.ts";

const kernels = await loadKernels(null);

const market = marketOfMoments(
  [0.001, 0.002, 0.003, 0.004],
  [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => i === j ? 0.001 : 0)),
);
const [A0, A1, A2, A3] = market.assets;
const MAP = { [A0]: "banks", [A1]: "banks", [A2]: "energy", [A3]: "energy" };

type Constraints = Readonly<Record<string, unknown>>;

function conflictOf(constraints: Constraints): Conflict | null {
  return findConflict(problemOf(market, { constraints }), kernels);
}

const told = ({ family, rule, limit, from, to }: Relaxation): string =>
  `${rule === null ? family : `${family} ${rule}`} ${limit} ${from} ${to}`;

Deno.test("largest weights that sum to less than the budget are proposed to grow until they reach it", () => {
  const conflict = conflictOf({ weight_bounds: { max: 0.2 } });
  assert.deepEqual(conflict?.relaxation?.map(told), [
    "budget min 1 0.8",
    "budget max 1 null",
    "weight_bounds default max 0.2 0.25",
  ]);
  // The budget was not sent.
  assert.deepEqual(conflict?.jointRelaxation?.map(told), ["weight_bounds default max 0.2 0.25"]);
});

Deno.test("a limit that no change of its own can fix is proposed as null, beside the smallest joint change", () => {
  const conflict = conflictOf({
    weight_bounds: { assets: { [A0]: { max: 0.1 } } },
    linear: [
      { name: "much", coefficients: { [A0]: 1 }, min: 0.2 },
      { name: "little", coefficients: { [A1]: 1 }, max: 0.1 },
      { name: "more", coefficients: { [A1]: 2 }, min: 0.4 },
    ],
  });
  assert.ok(conflict?.relaxation?.every(({ to }) => to === null));
  const changes = new Map(
    conflict?.jointRelaxation?.map(({ family, rule, limit, from, to }) =>
      [`${family} ${rule} ${limit}`, Math.abs((to ?? NaN) - from)] as const
    ),
  );
  // "more" would have to give up twice as much as "little".
  assert.equal(changes.size, 2);
  assert.ok(Math.abs((changes.get("linear little max") ?? 0) - 0.1) < 1e-9);
  assert.ok(Math.abs([...changes.values()].reduce((sum, by) => sum + by, 0) - 0.2) < 1e-9);
});

Deno.test("no change of a bound to below 0 is proposed where short selling is off", () => {
  const conflict = conflictOf({
    weight_bounds: { min: 0.1 },
    groups: { map: MAP, rules: [{ group: "banks", max: -0.2 }] },
  });
  const bounds = conflict?.relaxation?.filter(({ family }) => family === "weight_bounds");
  assert.deepEqual(bounds?.map(told), ["weight_bounds default min 0.1 null"]);
});

Deno.test("the proposed change of a large limit is rounded so that the rules can be met", () => {
  const random = randomNumbers(23);
  for (let trial = 0; trial < 40; trial++) {
    const coefficients = Object.fromEntries(market.assets.map((asset) => [asset, 1e5 * random()]));
    const constraints = { linear: [{ name: "l", coefficients, max: -1e4 * random() }], weight_bounds: {} };
    const [change] = conflictOf(constraints)?.relaxation?.filter(({ family }) => family === "linear") ?? [];
    const least = Math.min(...Object.values(coefficients));
    assert.ok(
      change.to !== null && change.to >= least - 1e-9 && change.to <= least + 1e-6,
      `${change.to} for ${least}`,
    );
  }
});

Deno.test("in a conflict of many bounds 50 limits get proposed changes", () => {
  const count = problemCount(120, 60), assets = Array.from({ length: count }, (_, i) => i);
  const many = marketOfMoments(assets.map(() => 0.001), assets.map((i) => assets.map((j) => i === j ? 0.001 : 0)));
  const bounds = Object.fromEntries(many.assets.map((asset) => [asset, { max: 0.005 }]));
  const conflict = findConflict(problemOf(many, { constraints: { weight_bounds: { assets: bounds } } }), kernels);
  assert.equal(conflict?.rules.length, count + 1);
  assert.equal(conflict?.relaxation?.length, 50);
  assert.ok(
    conflict?.relaxation?.slice(2).every(({ to }) => to !== null && Math.abs(to - (1 - 0.005 * (count - 1))) < 1e-9),
  );
});

Deno.test("locked weights get no proposed change", () => {
  const problem = problemOf(market, {
    constraints: { locked: [A0], weight_bounds: { max: 0.4 } },
    startingPortfolio: { [A0]: 0.5, [A1]: 0.5 },
  });
  const conflict = findConflict(problem, kernels);
  assert.deepEqual(conflict?.relaxation?.map(told), ["weight_bounds default max 0.4 0.5"]);
});

Deno.test("proposed changes, alone or together, resolve a conflict, and nine tenths of a single one do not", () => {
  const random = randomNumbers(5);
  let compared = 0;
  for (let trial = 0; trial < problemCount(200, 20); trial++) {
    const linear = Array.from({ length: 3 }, (_, k) => {
      const size = 10 ** Math.floor(-2 + 5 * random());
      const coefficients = Object.fromEntries(market.assets.map((asset) => [asset, size * (random() - 0.3)]));
      return {
        name: `l${k}`,
        coefficients,
        ...random() < 0.5 ? { min: size * random() } : { max: -size * random() / 4 },
      };
    });
    const constraints = { linear, weight_bounds: { max: 0.3 + 0.5 * random() } };
    const conflict = conflictOf(constraints);
    for (const one of conflict?.relaxation ?? []) {
      if (one.to === null || one.family === "budget") continue;
      compared++;
      assert.equal(conflictOf(changed(constraints, [one], 1)), null, told(one));
      if (Math.abs(one.to - one.from) > 1e-6) {
        assert.ok(conflictOf(changed(constraints, [one], 0.9)) !== null, told(one));
      }
    }
    const joint = conflict?.jointRelaxation ?? [];
    if (conflict === null || joint.length === 0) continue;
    assert.equal(conflictOf(changed(constraints, joint, 1)), null, joint.map(told).join());
  }
  if (IS_FULL_RUN) assert.ok(compared > 30, `${compared} changes`);
});

/** Constraints with a share of each change. */
function changed(
  { linear, weight_bounds }: {
    readonly linear: readonly Readonly<Record<string, unknown>>[];
    readonly weight_bounds: Constraints;
  },
  changes: readonly Relaxation[],
  share: number,
): Constraints {
  const limitsOf = (family: string, rule: unknown) =>
    Object.fromEntries(
      changes.filter((one) => one.family === family && one.rule === rule)
        .map(({ limit, from, to }) => [limit, from + share * ((to ?? NaN) - from)]),
    );
  return {
    linear: linear.map((rule) => ({ ...rule, ...limitsOf("linear", rule.name) })),
    weight_bounds: { ...weight_bounds, ...limitsOf("weight_bounds", "default") },
  };
}
