import { breachesAt, partOf, type PlainRules } from "./plain_rules.ts";

/** Distance to its bound below which a weight counts as at the bound. */
const AT_LIMIT = 1e-8;
const ROUNDS = 6;

interface Correction {
  readonly coefficients: Float64Array;
  /** Change of the rule's value that puts it on its limit: the limit less the value. */
  readonly by: number;
}

/**
 * Returns weights that satisfy the rules up to rounding, from weights that satisfied them only to a solver's tolerance.
 * Weights near a bound move onto it. The others take the smallest change that puts every broken or nearly broken row on
 * its limit. Returns null where the repair does not succeed in a few rounds.
 */
export function repairedWeights(found: Float64Array, rules: PlainRules): Float64Array | null {
  const weights = found.slice();
  for (let round = 0; round < ROUNDS; round++) {
    if (isKept(weights, rules)) return weights;
    const isFixed = onBounds(weights, rules);
    const change = leastChange(correctionsAt(weights, rules), { weights, isFixed });
    for (let i = 0; i < weights.length; i++) weights[i] += change[i];
  }
  return isKept(weights, rules) ? weights : null;
}

/**
 * Repairs weights like `repairedWeights`, but only against the linear and absolute-weight rules. Under limits on the
 * number of holdings each asset stays held or not held as found.
 */
export function repairedByRows(found: Float64Array, rules: PlainRules): Float64Array | null {
  const { counts, lower, upper } = rules, byRows = { ...rules, risks: [], counts: null };
  if (counts === null) return repairedWeights(found, byRows);
  const isHeld = (i: number): boolean => found[i] > counts.least / 2;
  return repairedWeights(found, {
    ...byRows,
    lower: lower.map((limit, i) => isHeld(i) ? Math.max(limit, counts.least) : Math.min(limit, 0)),
    upper: upper.map((limit, i) => isHeld(i) ? limit : 0),
  });
}

/** Whether weights satisfy all rules up to the rounding error of their sums. */
export function isKept(weights: Float64Array, rules: PlainRules): boolean {
  return breachesAt(weights, rules).every(({ breach, rounding }) => breach <= rounding);
}

/** Fraction of the rounding bound of a risk limit that actual rounding errors usually reach. */
const AS_A_RULE = 0.01;

/**
 * Largest allowed breach of a risk limit: a tenth of the tolerance for an answer. Such a breach gains less than a
 * verdict notices.
 */
const MOST_MISSED = 1e-10;

/**
 * Whether weights satisfy all rules, with a stricter tolerance for those that are not linear. Weights that a search
 * pushes to a risk limit would otherwise exploit its large rounding bound.
 */
export function isSurelyKept(weights: Float64Array, rules: PlainRules): boolean {
  return isKept(weights, { ...rules, risks: [] }) &&
    rules.risks.map((risk) => risk.breachAt(weights)).every(({ breach, rounding }) =>
      breach <= Math.min(AS_A_RULE * rounding, MOST_MISSED)
    );
}

/**
 * Moves weights beyond a bound, or within `AT_LIMIT` of it, onto the bound, and weights as close to the centre of an
 * absolute-weight rule onto that centre. Returns which weights now lie on a bound or a centre and must stay there.
 */
function onBounds(weights: Float64Array, { lower, upper, sizes }: PlainRules): Uint8Array {
  const isFixed = new Uint8Array(weights.length);
  const put = (i: number, place: number): void => {
    weights[i] = place;
    isFixed[i] = 1;
  };
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] <= lower[i] + AT_LIMIT) put(i, lower[i]);
    else if (weights[i] >= upper[i] - AT_LIMIT) put(i, upper[i]);
    else {
      const at = sizes.find(({ centre }) => Math.abs(weights[i] - centre[i]) <= AT_LIMIT);
      if (at !== undefined) put(i, at.centre[i]);
    }
  }
  return isFixed;
}

function correctionsAt(weights: Float64Array, { rows, sizes }: PlainRules): Correction[] {
  const found: Correction[] = [];
  const add = (coefficients: Float64Array, value: number, { min, max }: { min: number; max: number }): void => {
    const near = AT_LIMIT * Math.max(...coefficients.map(Math.abs));
    if (value <= min + near) found.push({ coefficients, by: min - value });
    else if (value >= max - near) found.push({ coefficients, by: max - value });
  };
  for (const row of rows) {
    add(row.coefficients, row.coefficients.reduce((sum, by, i) => sum + by * weights[i], 0), row);
  }
  for (const { parts, centre, factor, constant, max } of sizes) {
    const moved = weights.map((weight, i) => weight - centre[i]);
    const coefficients = moved.map((entry) => partOf(entry, parts) > 0 ? factor * Math.sign(entry) : 0);
    const value = moved.reduce((sum, entry) => sum + factor * partOf(entry, parts), constant);
    add(coefficients, value, { min: -Infinity, max });
  }
  return found;
}

/**
 * Returns the smallest change of the free weights, in least squares, that moves every broken or nearly broken rule onto
 * its limit. Uses Gram-Schmidt orthogonalisation of the rows.
 */
function leastChange(
  corrections: readonly Correction[],
  { weights, isFixed }: { weights: Float64Array; isFixed: Uint8Array },
): Float64Array {
  // Scales the change of each weight by the size of the weight, so that large weights may change by more than small
  // ones.
  const unit = weights.map((weight, i) => isFixed[i] ? 0 : Math.max(Math.abs(weight), 1e-6));
  const basis: { row: Float64Array; by: number }[] = [];
  const change = new Float64Array(weights.length);
  for (const { coefficients, by } of corrections) {
    const row = coefficients.map((entry, i) => entry * unit[i]);
    const size = norm(row);
    let left = by;
    for (let pass = 0; pass < 2; pass++) {
      for (const one of basis) {
        const share = row.reduce((sum, entry, i) => sum + entry * one.row[i], 0);
        row.forEach((entry, i) => row[i] = entry - share * one.row[i]);
        left -= share * one.by;
      }
    }
    const remains = norm(row);
    if (remains <= 1e-10 * size || remains === 0) continue;
    basis.push({ row: row.map((entry) => entry / remains), by: left / remains });
  }
  for (const { row, by } of basis) row.forEach((entry, i) => change[i] += entry * by * unit[i]);
  return change;
}

function norm(entries: Float64Array): number {
  return Math.sqrt(entries.reduce((sum, entry) => sum + entry * entry, 0));
}
