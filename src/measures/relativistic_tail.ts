/**
 * Parameters of the relativistic value at risk: the confidence level, and kappa, the deformation of the entropy that
 * limits how far the weights of the losses may differ from equal ones.
 */
export interface RelativisticLevel {
  readonly confidence: number;
  /** Deformation kappa, strictly between 0 and 1. Near 0 the relativistic value at risk approaches the entropic one. */
  readonly kappa: number;
}

/**
 * Relativistic value at risk of T losses: the largest mean of the losses weighted by shares of bounded kappa-entropy,
 * and the shares that reach it. Shares are at least 0 and sum to 1.
 */
export interface RelativisticTail {
  readonly value: number;
  readonly shares: Float64Array;
  /**
   * Solution of the dual problem of the relativistic value at risk: the scale z, the place (loss - t) / z of each loss,
   * and the slope of its share by that place. Null if the value is the worst loss.
   */
  readonly dual: { readonly z: number; readonly places: Float64Array; readonly rates: Float64Array } | null;
}

const MOST_STEPS = 200;
/**
 * Fraction of z (the scale in the relativistic value at risk). Newton's method stops when the promised decrease is
 * below it, because less is rounding.
 */
const ROUNDING = 1e-27;
/**
 * Tolerances for the sum of shares in the search for the starting point of the relativistic value at risk: a rough one
 * for the first rounds, then a fine one if no dual value was below the worst loss. The third constant is the number of
 * rough rounds.
 */
const ROUGH = 0.1, FINE = 1e-12, ROUGH_ROUNDS = 6;
/**
 * Largest number of halvings of a Newton step (`MOST_HALVINGS`). A step whose promised decrease is at most `NOISE`
 * times the dual's value is not halved, because rounding would hide the effect of a shorter step.
 */
const MOST_HALVINGS = 60, NOISE = 1e-14;
/**
 * Fraction of the product of the dual's second derivatives by t and by z. A determinant of its Hessian matrix below
 * that product times this fraction counts as 0.
 */
const FLAT = 1e-14;
/**
 * Largest distance from the worst loss, as a fraction of the spread of losses, at which a loss counts as equal to the
 * worst loss.
 */
const TIED = 1e-15;
/** Relative tolerance in comparing the number of worst losses with the size (1 - c) T of the tail. */
const NEAR = 1e-12;

/**
 * Returns the relativistic value at risk of T losses l: the largest q'l over shares q ≥ 0 with Σ q = 1 and Σ φ(q) ≤ e.
 * Here φ(q) = (q^(1+k) - q^(1-k)) / 2k and e = (s^k - s^-k) / 2k at s = 1 / ((1-c) T). Solves the dual: minimises t + z
 * e + z Σ ψ((l - t) / z) over t and z > 0, where ψ is the conjugate of φ. The slope of ψ at v is the share u^(1/k) for
 * u = (k v + sqrt(1 - k² + k² v²)) / (1 + k). The dual is convex in both variables and is solved by Newton's method.
 * Cajas (2023), Portfolio optimization of relativistic value at risk.
 */
export function relativisticTail(losses: Float64Array, { confidence, kappa }: RelativisticLevel): RelativisticTail {
  const worst = losses.reduce((most, loss) => Math.max(most, loss), -Infinity);
  const below = losses.map((loss) => loss - worst);
  const spread = below.reduce((most, one) => Math.max(most, -one), 0), near = -TIED * spread;
  const timesWorst = below.reduce((count, one) => one >= near ? count + 1 : count, 0);
  const worstAlone = { value: worst, shares: below.map((one) => one >= near ? 1 / timesWorst : 0), dual: null };
  if (timesWorst >= (1 - confidence) * losses.length * (1 - NEAR) || !(spread > 0)) return worstAlone;
  const scaled = below.map((one) => one / spread);
  const least = leastDual(scaled, { bound: kappaEntropyBound(losses.length, { confidence, kappa }), kappa });
  if (least === null) return worstAlone;
  const { z, places, shares, rates } = least;
  const total = shares.reduce((sum, share) => sum + share, 0);
  let mean = 0;
  for (let i = 0; i < shares.length; i++) mean += (shares[i] /= total) * scaled[i];
  return { value: worst + spread * mean, shares, dual: { z: spread * z, places, rates } };
}

/** Returns e, the bound on the kappa-entropy of the shares of T losses in the relativistic value at risk. */
export function kappaEntropyBound(count: number, { confidence, kappa }: RelativisticLevel): number {
  const power = ((1 - confidence) * count) ** kappa;
  return (1 / power - power) / (2 * kappa);
}

/** Returns the kappa-entropy Σ φ(q) of the shares q of losses, used by the relativistic value at risk. */
export function kappaEntropy(shares: Float64Array, kappa: number): number {
  let sum = 0;
  for (let i = 0; i < shares.length; i++) {
    if (!(shares[i] > 0)) continue;
    const power = shares[i] ** kappa;
    sum += shares[i] * (power - 1 / power) / (2 * kappa);
  }
  return sum;
}

/** The dual function of the relativistic value at risk at a point (t, z), with its first and second derivatives. */
interface Dual {
  readonly t: number;
  readonly z: number;
  readonly value: number;
  readonly byT: number;
  readonly byZ: number;
  readonly byTT: number;
  readonly byTZ: number;
  readonly byZZ: number;
  readonly places: Float64Array;
  readonly shares: Float64Array;
  readonly rates: Float64Array;
}

function leastDual(losses: Float64Array, level: { readonly bound: number; readonly kappa: number }): Dual | null {
  let at = startAt(losses, level);
  if (at === null) return null;
  for (let step = 0; step < MOST_STEPS; step++) {
    const determinant = at.byTT * at.byZZ - at.byTZ ** 2;
    const moveT = -(at.byZZ * at.byT - at.byTZ * at.byZ) / determinant;
    const moveZ = -(at.byTT * at.byZ - at.byTZ * at.byT) / determinant;
    const promised = -(at.byT * moveT + at.byZ * moveZ);
    if (!(promised > ROUNDING * at.z)) return at;
    const next = along(losses, at, { moveT, moveZ, promised, ...level });
    if (next === null) return at;
    at = next;
  }
  return at;
}

/**
 * Returns the dual of the relativistic value at risk after a Newton step. The step is halved until it achieves part of
 * its promised decrease; a full step is also taken if it halves the slopes. The scale z falls to no less than a tenth
 * of its value. Null if no step achieves that.
 */
function along(
  losses: Float64Array,
  from: Dual,
  { moveT, moveZ, promised, ...level }: {
    readonly moveT: number;
    readonly moveZ: number;
    readonly promised: number;
    readonly bound: number;
    readonly kappa: number;
  },
): Dual | null {
  const most = moveZ < 0 ? Math.min(1, -0.9 * from.z / moveZ) : 1;
  const slopes = Math.abs(from.byT) + Math.abs(from.byZ);
  for (let halving = 0, share = most; halving < MOST_HALVINGS; halving++, share /= 2) {
    const next = dualAt(losses, { t: from.t + share * moveT, z: from.z + share * moveZ }, level);
    if (next.value <= from.value - 1e-4 * share * promised) return next;
    // Near the optimum of the dual function, differences between values are rounding but slopes are still accurate.
    if (share === 1 && Math.abs(next.byT) + Math.abs(next.byZ) < slopes / 2) return next;
    if (!(promised > NOISE * Math.abs(from.value))) return null;
  }
  return null;
}

/**
 * Returns the starting point of Newton's method: the minimum over t at a small z. z starts near the minimum of the
 * dual's second-order expansion about equal shares. It is halved until the dual is below the worst loss, 0, which the
 * dual approaches as t and z tend to 0. Null if the dual is nowhere below 0 by more than rounding.
 */
function startAt(losses: Float64Array, level: { readonly bound: number; readonly kappa: number }): Dual | null {
  const { bound, kappa } = level, count = losses.length;
  const mean = losses.reduce((sum, loss) => sum + loss, 0) / count;
  const squares = losses.reduce((sum, loss) => sum + (loss - mean) ** 2, 0);
  const power = count ** -kappa;
  const place = ((1 + kappa) * power - (1 - kappa) / power) / (2 * kappa);
  const rate = 2 / (count * ((1 + kappa) * power + (1 - kappa) / power));
  let z = Math.sqrt(rate * squares / (2 * (bound - (power - 1 / power) / (2 * kappa))));
  // No loss may have a share above 1. The share of the worst loss, which is 0, reaches 1 at (0 - t) / z = 1.
  let t = Math.max(mean - place * z, -z);
  for (let round = 0; round < MOST_STEPS; round++, z /= 2) {
    const at = leastByT(losses, { t, z, tolerance: round < ROUGH_ROUNDS ? ROUGH : FINE }, level);
    if (at.value < 0) return besideFlat(losses, at, level);
    t = at.t / 2;
  }
  return null;
}

/**
 * Moves from a dual point (t, z) at which one loss has all shares to one at which others have some, by doubling or
 * halving z. Where one loss has all shares the dual is linear, which Newton's method cannot use.
 */
function besideFlat(
  losses: Float64Array,
  start: Dual,
  level: { readonly bound: number; readonly kappa: number },
): Dual | null {
  let at = start;
  for (let round = 0; round < MOST_STEPS && isFlat(at); round++) {
    const towards = at.byZ < 0 ? 2 : 0.5;
    at = leastByT(losses, { t: at.t * towards, z: at.z * towards, tolerance: ROUGH }, level);
  }
  return at.value < 0 ? at : null;
}

function isFlat({ byTT, byTZ, byZZ }: Dual): boolean {
  return !(byTT * byZZ - byTZ ** 2 > FLAT * byTT * byZZ);
}

/**
 * Minimises the dual over t at a fixed z, where the shares sum to 1. Uses Newton's method on the logarithm of that sum,
 * which is convex in t and almost linear for small kappa. At t = -z the share of the worst loss is 1.
 */
function leastByT(
  losses: Float64Array,
  { t, z, tolerance }: { readonly t: number; readonly z: number; readonly tolerance: number },
  level: { readonly bound: number; readonly kappa: number },
): Dual {
  let at = dualAt(losses, { t, z }, level);
  for (let step = 0; step < MOST_STEPS && Math.abs(at.byT) > tolerance; step++) {
    const total = 1 - at.byT, nearer = total > 0 ? at.t + total * Math.log(total) / at.byTT : -z;
    at = dualAt(losses, { t: Math.max(nearer, -z), z }, level);
  }
  return at;
}

function dualAt(
  losses: Float64Array,
  { t, z }: { readonly t: number; readonly z: number },
  { bound, kappa }: { readonly bound: number; readonly kappa: number },
): Dual {
  const count = losses.length, rest = 1 - kappa * kappa;
  const places = new Float64Array(count), shares = new Float64Array(count), rates = new Float64Array(count);
  let total = 0, entropy = 0, conjugate = 0, byTT = 0, byTZ = 0, byZZ = 0;
  for (let i = 0; i < count; i++) {
    const v = (losses[i] - t) / z, tilt = kappa * v, root = Math.sqrt(rest + tilt * tilt);
    // Neither root is computed as a difference of nearly equal numbers, which would lose digits.
    const up = tilt >= 0 ? root + tilt : rest / (root - tilt), down = rest / up;
    const q = Math.exp(Math.log(up / (1 + kappa)) / kappa), rate = q / root;
    const own = q * (up / (1 + kappa) - down / (1 - kappa)) / (2 * kappa);
    places[i] = v;
    shares[i] = q;
    rates[i] = rate;
    total += q;
    entropy += own;
    conjugate += v * q - own;
    byTT += rate;
    byTZ += rate * v;
    byZZ += rate * v * v;
  }
  return {
    t,
    z,
    value: t + z * (bound + conjugate),
    byT: 1 - total,
    byZ: bound - entropy,
    byTT: byTT / z,
    byTZ: byTZ / z,
    byZZ: byZZ / z,
    places,
    shares,
    rates,
  };
}
