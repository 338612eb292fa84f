import assert from "node:assert/strict";
import { constraintPreflight } from "../../src/computations/constraint_preflight.ts";
import type { Conflict, Relaxation } from "../../src/domain/errors.ts";
import { loadKernels } from "../../src/kernels/mod.ts";
import { leastQuadratic, type SquaredDistance, type UpperLimit } from "../support/least_quadratic.ts";
import { randomNumbers } from "../support/sample_problem.ts";
import { problemCount } from "../support/tier.ts";

/**
 * Tests of conflicts with non-linear rules against an enumeration that needs no solver. It tries every set of held
 * assets for a limit on their number, every set of bought assets for turnover, and computes the least value of the
 * curved rule (concentration or tracking error) under the other rules.
 */
const kernels = await loadKernels(null);

const KINDS = ["cardinality", "turnover", "concentration", "tracking_error"] as const;
type Kind = (typeof KINDS)[number];

const SETS_OF_KIND = problemCount(15);
/** Margin of the tests for the rounding of limits and solvers, in the unit of each limit. */
const MARGIN = 1e-6;
/** Smallest weight of an asset that counts as held. */
const LEAST_HELD = 1e-4;
const PERIODS = 252;

/** Random set of limits for a test of conflicts. `most` bounds each weight and `pair` is a linear rule. */
interface RuleSet {
  readonly count: number;
  readonly most: number;
  readonly pair: { readonly coefficients: readonly number[]; readonly min: number };
  readonly limits: Readonly<Partial<Record<Kind, number>>>;
  readonly start: readonly number[];
  readonly benchmark: readonly number[];
  /** Annual covariance matrix of the assets in a test's set of rules. */
  readonly covariance: readonly (readonly number[])[];
}

interface ConflictingSet {
  /** Rules of a conflicting set that the preflight judges. */
  readonly set: RuleSet;
  readonly conflict: Conflict;
}

for (const kind of KINDS) {
  Deno.test(`enumeration confirms of random conflicts with ${kind} that no weights meet the named rules and each is needed`, () => {
    for (const { set, conflict } of conflictingSets(kind)) {
      const names = namesOf(conflict), what = JSON.stringify({ set, conflict });
      assert.ok(!canMeet(set, names), `what is named can be met: ${what}`);
      for (const left of names) assert.ok(canMeet(set, names.filter((name) => name !== left)), `${left}: ${what}`);
      if (!conflict.minimum) continue;
      for (const subset of subsetsOf(allNames(set))) {
        if (subset.length < names.length) assert.ok(canMeet(set, subset), `${subset} is smaller: ${what}`);
      }
    }
  });

  Deno.test(`enumeration confirms that each proposed change of a conflict with ${kind} resolves it, and a smaller one does not`, () => {
    let compared = 0;
    for (const { set, conflict } of conflictingSets(kind)) {
      for (const one of conflict.relaxation ?? []) {
        if (one.family === "budget") continue;
        const what = JSON.stringify({ set, one });
        if (one.to === null) assert.ok(!canMeet(changed(set, [{ ...one, to: furthestOf(set, one) }])), what);
        else {
          assert.ok(canMeet(changed(set, [moved(one, MARGIN)])), what);
          assert.ok(!canMeet(changed(set, [moved(one, -MARGIN)])), what);
          if (one.family === kind) compared++;
        }
      }
    }
    assert.ok(compared >= SETS_OF_KIND / 3, `${compared} changes of the limit`);
  });

  Deno.test(`enumeration confirms that the joint change of a conflict with ${kind} resolves it, and nine tenths of it do not`, () => {
    let compared = 0;
    for (const { set, conflict } of conflictingSets(kind)) {
      const joint = conflict.jointRelaxation ?? [], what = JSON.stringify({ set, joint });
      if (joint.length === 0) continue;
      assert.ok(canMeet(changed(set, joint.map((one) => moved(one, MARGIN)))), what);
      assert.ok(!canMeet(changed(set, joint.map(ninthTenth))), what);
      compared++;
    }
    assert.ok(compared >= SETS_OF_KIND / 2, `${compared} changes`);
  });
}

const found = new Map<Kind, readonly ConflictingSet[]>();

/**
 * Returns random rule sets that conflict with a limit of the given kind and can be met without it. Also asserts that
 * the first feasible sets have no conflict.
 */
function conflictingSets(kind: Kind): readonly ConflictingSet[] {
  const known = found.get(kind);
  if (known !== undefined) return known;
  const random = randomNumbers(20261126 + KINDS.indexOf(kind)), sets: ConflictingSet[] = [];
  let met = 0;
  while (sets.length < SETS_OF_KIND) {
    const set = randomSet(random, kind), what = JSON.stringify(set);
    if (canMeet(set)) {
      if (met++ < SETS_OF_KIND) assert.equal(conflictOf(set), null, what);
    } else if (canMeet(set, allNames(set).filter((name) => name !== kind))) {
      const conflict = conflictOf(set);
      assert.ok(conflict !== null, what);
      sets.push({ set: judgedOf(set), conflict });
    }
  }
  found.set(kind, sets);
  return sets;
}

function randomSet(random: () => number, kind: Kind): RuleSet {
  const count = 3;
  const rounded = (value: number): number => Math.round(100 * value) / 100;
  const coefficients = Array.from({ length: count }, () => random() < 0.4 ? 0 : rounded(random()));
  coefficients[Math.floor(count * random())] = 1;
  const curved = kind === "tracking_error" || kind === "concentration"
    ? kind
    : random() < 0.5
    ? "tracking_error"
    : "concentration";
  const limits: Readonly<Record<Kind, number>> = {
    cardinality: 1 + Math.floor((count - 1) * random()),
    turnover: rounded(0.6 * random()),
    concentration: rounded(1 + (count - 1) * random()),
    tracking_error: rounded(0.02 + 0.15 * random()),
  };
  const others = KINDS.filter((one) => one !== "concentration" && one !== "tracking_error" && random() < 0.4);
  const kinds = KINDS.filter((one) => one === kind || one === curved || others.includes(one));
  return {
    count,
    most: rounded(1 / count + 0.6 * random()) + 0.01,
    pair: { coefficients, min: rounded(random()) },
    limits: Object.fromEntries(kinds.map((one) => [one, limits[one]])),
    start: sharesOf(count, random),
    benchmark: sharesOf(count, random),
    covariance: covarianceOf(count, random),
  };
}

/** Test helper. Returns random fractions with two decimals that sum to 1. */
function sharesOf(count: number, random: () => number): readonly number[] {
  const shares = Array.from({ length: count }, () => Math.floor(100 / count * random()) / 100);
  shares[0] += Math.round(100 * (1 - shares.reduce((sum, share) => sum + share, 0))) / 100;
  return shares;
}

/**
 * Returns a random annual covariance matrix of two factors and a specific part, with volatilities of about 15 to 40 %.
 */
function covarianceOf(count: number, random: () => number): readonly (readonly number[])[] {
  const loadings = Array.from({ length: count }, () => [0.2 * random(), 0.3 * (random() - 0.5)]);
  const own = Array.from({ length: count }, () => 0.01 + 0.05 * random());
  return loadings.map((one, i) =>
    loadings.map((other, j) => one[0] * other[0] + one[1] * other[1] + (i === j ? own[i] : 0))
  );
}

function conflictOf({ count, most, pair, limits, start, benchmark, covariance }: RuleSet): Conflict | null {
  const assets = Array.from({ length: count }, (_, i) => `A${i}`);
  const byAsset = (values: readonly number[]) => Object.fromEntries(assets.map((asset, i) => [asset, values[i]]));
  const body = {
    moments: {
      assets,
      expected_returns: assets.map(() => 0),
      covariance: covariance.map((row) => row.map((value) => value / PERIODS)),
    },
    benchmark: { weights: byAsset(benchmark) },
    starting_portfolio: byAsset(start),
    constraints: {
      weight_bounds: { max: most },
      linear: [{ name: "pair", coefficients: byAsset(pair.coefficients), min: pair.min }],
      ...limits.cardinality === undefined ? {} : { cardinality: { max: limits.cardinality } },
      ...limits.turnover === undefined ? {} : { turnover: { max: limits.turnover } },
      ...limits.concentration === undefined ? {} : { concentration: { min_effective_assets: limits.concentration } },
      ...limits.tracking_error === undefined ? {} : { tracking_error: { max: limits.tracking_error } },
    },
  };
  const config = new TextEncoder().encode(JSON.stringify(body));
  return constraintPreflight.compute({ config, found: null }, { kernels, progress: () => undefined }).conflict;
}

/** Returns the constraint families of a test's rule set that can be part of a conflict. */
function allNames({ limits }: RuleSet): readonly string[] {
  return ["weight_bounds", "linear", ...Object.keys(limits)];
}

/**
 * Returns the rules that the preflight judges first. If the rules that need no estimates already conflict, these are
 * the only ones.
 */
function judgedOf(set: RuleSet): RuleSet {
  const { tracking_error: _, ...limits } = set.limits;
  const priceFree = { ...set, limits };
  return canMeet(priceFree) ? set : priceFree;
}

/** Detail text of the rule that weights are not negative, which always holds. */
const SIGN = "Weight of at least 0";

function namesOf({ rules }: Conflict): readonly string[] {
  const counted = rules.filter(({ family, detail }) => family !== "budget" && detail !== SIGN);
  return [...new Set(counted.map(({ family }) => family))];
}

function subsetsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: 2 ** items.length }, (_, bits) => items.filter((_, k) => bits & (1 << k)));
}

/** Whether some weights of at least 0 that sum to 1 keep the rules of the named families, or all rules by default. */
function canMeet(set: RuleSet, names: readonly string[] = allNames(set)): boolean {
  const { cardinality } = set.limits;
  const curved = curvedRule(set, names), limits = limitsOf(set, names);
  if (cardinality === undefined || !names.includes("cardinality")) {
    return isWithin(leastQuadratic(curved.distance, limits), curved.most);
  }
  return subsetsOf(set.start.map((_, i) => i)).some((held) =>
    held.length > 0 && held.length <= cardinality &&
    isWithin(leastQuadratic(curved.distance, [...limits, ...heldAlone(set, held)]), curved.most)
  );
}

function isWithin(least: number | null, most: number): boolean {
  return least !== null && least <= most;
}

/**
 * Returns the matrix and the center of the squared distance that the curved rule (tracking error or concentration)
 * limits, and the limit. The limit is infinite if `names`, the families of the rules to apply, has neither.
 */
function curvedRule(
  { count, limits: { concentration, tracking_error: trackingError }, covariance, benchmark }: RuleSet,
  names: readonly string[],
): { readonly distance: SquaredDistance; readonly most: number } {
  if (trackingError !== undefined && names.includes("tracking_error")) {
    return { distance: { matrix: covariance, center: benchmark }, most: trackingError ** 2 };
  }
  const matrix = Array.from({ length: count }, (_, i) => Array.from({ length: count }, (_, j) => i === j ? 1 : 0));
  const distance = { matrix, center: Array<number>(count).fill(0) };
  const isNamed = concentration !== undefined && names.includes("concentration");
  return { distance, most: isNamed ? 1 / concentration : Infinity };
}

function limitsOf({ most, pair, limits: { turnover }, start }: RuleSet, names: readonly string[]): UpperLimit[] {
  const alone = (i: number, sign: number): number[] => start.map((_, j) => j === i ? sign : 0);
  const weights = start.map((_, i) => i);
  return [
    ...weights.map((i) => ({ coefficients: alone(i, -1), limit: 0 })),
    ...names.includes("weight_bounds") ? weights.map((i) => ({ coefficients: alone(i, 1), limit: most })) : [],
    ...names.includes("linear") ? [{ coefficients: pair.coefficients.map((value) => -value), limit: -pair.min }] : [],
    ...turnover === undefined || !names.includes("turnover") ? [] : subsetsOf(weights).map((bought) => {
      const coefficients = weights.map((i) => bought.includes(i) ? 1 : -1);
      return { coefficients, limit: 2 * turnover + coefficients.reduce((sum, sign, i) => sum + sign * start[i], 0) };
    }),
  ];
}

/** Returns limits under which the given assets are held and all others have weight 0. */
function heldAlone({ start }: RuleSet, held: readonly number[]): UpperLimit[] {
  return start.map((_, i) => {
    const isHeld = held.includes(i);
    return {
      coefficients: start.map((_, j) => j === i ? (isHeld ? -1 : 1) : 0),
      limit: isHeld ? -LEAST_HELD : 0,
    };
  });
}

function changed(set: RuleSet, changes: readonly Relaxation[]): RuleSet {
  return changes.reduce((other, { family, to }) => {
    if (to === null) return other;
    if (family === "weight_bounds") return { ...other, most: to };
    if (family === "linear") return { ...other, pair: { ...other.pair, min: to } };
    return { ...other, limits: { ...other.limits, [family]: to } };
  }, set);
}

/**
 * Test helper. Returns a proposed change of a limit that relaxes the limit further by `by`, or less if `by` is
 * negative. A count of assets stays as proposed, or becomes one stricter if `by` is negative.
 */
function moved(one: Relaxation, by: number): Relaxation {
  if (one.to === null || (one.family === "cardinality" && by > 0)) return one;
  const step = one.family === "cardinality" ? -1 : by;
  return { ...one, to: one.to + Math.sign(one.to - one.from) * step };
}

/**
 * Test helper. Returns nine tenths of a proposed change of a limit; a count of assets is rounded down to a whole
 * number.
 */
function ninthTenth(one: Relaxation): Relaxation {
  if (one.to === null) return one;
  const to = one.from + 0.9 * (one.to - one.from);
  return { ...one, to: one.family === "cardinality" ? Math.floor(to) : to };
}

/** Test helper. Returns the value at which a limit of a constraint family no longer restricts any portfolio. */
function furthestOf({ count }: RuleSet, { family, limit }: Relaxation): number {
  if (family === "cardinality") return count;
  if (family === "concentration") return 1e-3;
  return limit === "max" ? 1e4 : -1e4;
}
