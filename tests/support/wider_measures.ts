import { RISK_MEASURES } from "../../src/optimization/risk/mod.ts";

/**
 * Further inputs of a risk measure beside the series of returns: `depths` are the drawdowns of the series, `parameters`
 * those of the measure in a request.
 */
interface Measured {
  readonly depths: readonly number[];
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Returns the value of a risk measure for a series of returns, by the formula of `formulasOf`. */
export function widerMeasure(measure: string, series: readonly number[], measured: Measured): number {
  return formulasOf(series, measured)[measure]();
}

/**
 * Returns functions that compute, for a series of returns, the risk measures that have no method of their own (no
 * `min_<measure>`). The formulas are plain arithmetic that shares nothing with the methods. A new risk measure needs
 * one line here.
 */
function formulasOf(
  series: readonly number[],
  { depths, parameters }: Measured,
): Readonly<Record<string, () => number>> {
  const confidence = Number(parameters.confidence ?? 0.95), kappa = Number(parameters.kappa ?? 0.3);
  const order = Number(parameters.order ?? 3), target = Number(parameters.target ?? 0);
  const losses = series.map((x) => -x), count = series.length, share = 1 - confidence;
  const mean = sumOf(series) / count, deviations = series.map((x) => x - mean);
  const below = deviations.map((x) => Math.min(x, 0)), short = series.map((x) => Math.max(target - x, 0));
  const moment = (of: readonly number[], p: number): number => (sumOf(of.map((x) => x ** (2 * p))) / count) ** (1 / p);
  const both = (of: (losses: readonly number[]) => number): number => of(losses) + of(series);
  return {
    square_root_kurtosis: () => moment(deviations, 2),
    square_root_semikurtosis: () => moment(below, 2),
    even_moment: () => moment(deviations, order),
    even_semimoment: () => moment(below, order),
    first_lower_partial_moment: () => sumOf(short) / count,
    second_lower_partial_moment: () => Math.sqrt(sumOf(short.map((x) => x * x)) / (count - 1)),
    range: () => Math.max(...series) - Math.min(...series),
    tail_gini: () => tailGini(losses, share),
    tail_gini_range: () => both((of) => tailGini(of, share)),
    cvar_range: () => both((of) => tailMean(of, share)),
    evar_range: () => both((of) => entropicRisk(of, share)),
    relativistic_value_at_risk: () => relativisticRisk(losses, { share, kappa }),
    relativistic_drawdown_at_risk: () => relativisticRisk(depths, { share, kappa }),
    rlvar_range: () => both((of) => relativisticRisk(of, { share, kappa })),
  };
}

/** Ids of the risk measures for which `formulasOf` has a formula, in the order in which the measures are registered. */
export const WIDER_MEASURES: readonly string[] = RISK_MEASURES.ids.filter((id) =>
  Object.hasOwn(formulasOf([], { depths: [], parameters: {} }), id)
);

/**
 * Returns the value of a metric by the formula of `formulasOf`, with default parameters, if the metric has the name of
 * a risk measure there; null for any other metric.
 */
export function plainMetric(name: string, series: readonly number[]): number | null {
  const measure = [...RISK_MEASURES].find((one) => one.name === name)?.id ?? "";
  return WIDER_MEASURES.includes(measure) ? widerMeasure(measure, series, { depths: [], parameters: {} }) : null;
}

/**
 * Returns the mean of the largest entries of a series: `share` times the number of entries are taken. Where this number
 * is no integer, the last entry counts by the fractional part.
 */
export function tailMean(series: readonly number[], share: number): number {
  const descending = series.toSorted((a, b) => b - a), count = share * series.length;
  let sum = 0;
  for (let k = 0, left = count; left > 0; k++, left--) sum += Math.min(1, left) * descending[k];
  return sum / count;
}

/**
 * Returns the entropic value at risk of T losses: the minimum over z > 0 of z log(Σ exp(loss / z) / (share · T)), where
 * `share` is 1 minus the confidence. A golden-section search over log z finds the minimum, which is unique.
 */
export function entropicRisk(losses: readonly number[], share: number): number {
  const worst = Math.max(...losses), count = share * losses.length;
  if (worst === Math.min(...losses)) return worst;
  const at = (logZ: number): number => {
    const z = Math.exp(logZ);
    return worst + z * Math.log(losses.reduce((sum, loss) => sum + Math.exp((loss - worst) / z), 0) / count);
  };
  const size = Math.log(Math.max(...losses) - Math.min(...losses));
  const golden = (Math.sqrt(5) - 1) / 2;
  let low = size - 40, high = size + 10;
  while (high - low > 1e-9) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)];
    if (at(left) <= at(right)) high = right;
    else low = left;
  }
  return Math.min(worst, at((low + high) / 2));
}

/**
 * Returns the tail Gini of losses: a weighted sum of the mean losses beyond 100 tail shares, evenly spaced from 0.0001
 * to `share`, which is 1 minus the confidence.
 */
function tailGini(losses: readonly number[], share: number): number {
  const levels = Array.from({ length: 100 }, (_, i) => 0.0001 + (share - 0.0001) * i / 99);
  return levels.reduce((sum, level, i) => {
    const weight = i === 99
      ? (share - levels[98]) / share
      : (levels[i + 1] - (i === 0 ? 0 : levels[i - 1])) * level / share ** 2;
    return sum + weight * tailMean(losses, level);
  }, 0);
}

/**
 * Returns the relativistic value at risk of losses: the largest mean loss over all probabilities of the periods whose
 * kappa-entropy is bounded. `share` is 1 minus the confidence. The probabilities have a closed form in two numbers,
 * which two nested bisections find.
 */
function relativisticRisk(
  losses: readonly number[],
  { share, kappa }: { readonly share: number; readonly kappa: number },
): number {
  const worst = Math.max(...losses), size = worst - Math.min(...losses), s = 1 / (share * losses.length);
  if (size === 0 || s >= 1 - 1e-12) return worst;
  const bound = (s ** kappa - s ** -kappa) / (2 * kappa);
  const below = losses.map((loss) => loss - worst);
  const sharesAt = (z: number, t: number): number[] =>
    below.map((loss) => {
      const v = (loss - t) / z;
      const root = Math.sqrt(1 - kappa ** 2 + (kappa * v) ** 2);
      return ((v < 0 ? (1 - kappa ** 2) / (root - kappa * v) : kappa * v + root) / (1 + kappa)) ** (1 / kappa);
    });
  const sharesOf = (z: number): number[] => {
    const t = bisected((t) => sumOf(sharesAt(z, t)) <= 1, -z, 1e3 * (size + z));
    return sharesAt(z, t);
  };
  const entropy = (shares: readonly number[]): number =>
    sumOf(shares.map((q) => (q ** (1 + kappa) - q ** (1 - kappa)) / (2 * kappa)));
  const logZ = bisected(
    (log) => entropy(sharesOf(Math.exp(log))) <= bound,
    Math.log(size) - 50,
    Math.log(size) + 20,
  );
  return worst + sumOf(sharesOf(Math.exp(logZ)).map((q, i) => q * below[i]));
}

/**
 * Finds by bisection the smallest number between `low` and `high` at and above which a condition holds. It must hold at
 * `high`.
 */
function bisected(holds: (at: number) => boolean, low: number, high: number): number {
  for (let turn = 0; turn < 200; turn++) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function sumOf(entries: readonly number[]): number {
  return entries.reduce((sum, entry) => sum + entry, 0);
}
