import {
  kappaEntropy,
  kappaEntropyBound,
  type RelativisticLevel,
  relativisticTail,
} from "../../measures/relativistic_tail.ts";
import { Affine } from "../program/affine.ts";
import { type ConicForm, type EpigraphCone, epigraphCone, type Expressed, type Support } from "./epigraph_cone.ts";
import { nonnegative } from "./nonnegative.ts";
import { power } from "./power.ts";
import { toShares } from "./to_shares.ts";
import { unexplained } from "./unexplained.ts";
import { zero } from "./zero.ts";

/** A kappa-entropy that exceeds the bound by less than this share of the bound, or of 1, is within rounding. */
const ROUNDING = 1e-12;

/**
 * (t, l) with t ≥ the relativistic value at risk of T equally likely losses l: the largest q'l over probabilities q of
 * bounded kappa-entropy. Cajas (2023), Portfolio optimization of relativistic value at risk.
 */
export function relativistic(level: RelativisticLevel): EpigraphCone {
  return epigraphCone({
    id: "relativistic",
    isBelowLargest: true,
    supportAt: (losses) => supportAt(losses, level),
    lower: (slopes) => toShares(slopes, (shares) => isWithin(shares, level)),
    express: (losses, form) => express(losses, form, level),
  });
}

function supportAt(losses: Float64Array, level: RelativisticLevel): Support {
  const { value, shares: slopes, dual } = relativisticTail(losses, level);
  if (dual === null) {
    const timesWorst = slopes.reduce((count, share) => share > 0 ? count + 1 : count, 0);
    return { value, slopes, curvature: null, isSmooth: timesWorst === 1 };
  }
  return {
    value,
    slopes,
    curvature: {
      firstRow: 0,
      rows: losses.length,
      factor: 1 / dual.z,
      times: (coefficients) => unexplained(coefficients, dual.rates, dual.places),
    },
    isSmooth: true,
  };
}

/**
 * Tells whether probabilities keep the bound on their kappa-entropy, up to rounding. For (1 - c) T ≤ 1 it admits all
 * probabilities.
 */
function isWithin(shares: Float64Array, level: RelativisticLevel): boolean {
  const bound = Math.min(0, kappaEntropyBound(shares.length, level));
  return kappaEntropy(shares, level.kappa) <= bound + ROUNDING * Math.max(1, Math.abs(bound));
}

/**
 * Expresses the relativistic value at risk of the T losses l at confidence c as the least value of
 * t + z ln_k(1 / ((1 - c) T)) + Σ (ψ_i + θ_i), where ln_k(y) = (y^k - y^-k) / 2k and k is kappa, subject to
 * l - t + ε + ω = 0, (z (1+k) / 2k, ψ (1+k) / k, ε) in the power cone of 1 / (1+k), and (ω / (1-k), θ / k, -z / 2k) in
 * the power cone of 1 - k. If (1 - c) T ≤ 1 it is the largest loss.
 */
function express(losses: readonly Affine[], form: ConicForm, level: RelativisticLevel): Expressed {
  const count = losses.length, { kappa } = level, bound = kappaEntropyBound(count, level);
  if (bound >= 0) {
    const largest = form.variables(1), parts = form.variables(count);
    const rows = losses.map((loss, i) => {
      form.inCone(nonnegative, largest.minus(parts.entry(i)));
      return [form.inCone(zero, loss.minus(parts.entry(i)))];
    });
    return { value: largest, rows };
  }
  const t = form.variables(1), z = form.variables(1);
  const [psi, theta, epsilon, omega] = [0, 1, 2, 3].map(() => form.variables(count));
  const [up, down] = [power(1 / (1 + kappa)), power(1 - kappa)];
  const rows = losses.map((loss, i) => {
    const scale = z.times(1 / (2 * kappa));
    form.inCone(
      up,
      Affine.stack([scale.times(1 + kappa), psi.entry(i).times((1 + kappa) / kappa), epsilon.entry(i)]),
    );
    form.inCone(
      down,
      Affine.stack([omega.entry(i).times(1 / (1 - kappa)), theta.entry(i).times(1 / kappa), scale.times(-1)]),
    );
    return [form.inCone(zero, loss.minus(t).plus(epsilon.entry(i)).plus(omega.entry(i)))];
  });
  return { value: t.plus(z.times(bound)).plus(psi.plus(theta).sum()), rows };
}
