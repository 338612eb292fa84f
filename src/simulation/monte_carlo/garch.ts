import { deviationsOf } from "./deviations.ts";
import { solvePositive } from "./solve_positive.ts";

/**
 * A fitted GARCH(1,1) model of returns with a constant mean: r = mean + e, e = √h z, h(t+1) = omega + alpha e(t)² +
 * beta h(t), with the returns r, shocks e, variances h and residuals z.
 */
export interface Garch {
  readonly mean: number;
  /** GARCH parameter omega: the constant term of the variance equation, above 0. */
  readonly omega: number;
  /** GARCH parameter alpha: the weight of the last squared shock, at least 0. alpha + beta is at most 0.9999. */
  readonly alpha: number;
  readonly beta: number;
  /** Conditional variance h of each row of returns under the GARCH model. */
  readonly variances: Float64Array;
  /** Residual z = (r − mean) / √h of each row of returns r with variance h, neither centred nor scaled. */
  readonly residuals: Float64Array;
  /** Forecast variance of the GARCH model for the period after the last row. */
  readonly nextVariance: number;
}

/** Smallest number of rows of returns for a GARCH fit. Fewer say nothing about how the variance moves. */
const FEWEST_ROWS = 30;
/**
 * Smallest constant variance of a series without a GARCH fit: a volatility of 1e-10 per period, less than any price
 * shows.
 */
const LEAST_VARIANCE = 1e-20;
const MOST_PERSISTENT = 0.9999;
const ITERATIONS_AT_MOST = 100;
/** Promised gain in log likelihood of the next step below which the GARCH fit stops. */
const NEGLIGIBLE_GAIN = 1e-8;

/**
 * Fits a GARCH(1,1) (Bollerslev, 1986) to returns by Gaussian quasi maximum likelihood of all four parameters. The
 * variance before the first row is the mean of the first 75 squared deviations, where each row has 0.94 times the
 * weight of the row before it (RiskMetrics). The likelihood is maximised by scoring from the best of a few starts.
 * Scoring uses the expected information (Bollerslev, 1986, section 4) with Levenberg–Marquardt damping, over log omega
 * and the logits of alpha + beta and of alpha's share in it. Fewer than 30 rows get a constant variance. A series that
 * varies by no more than rounding gets variance 1e-20 and residuals of about 0.
 */
export function fitGarch(series: Float64Array): Garch {
  const deviations = deviationsOf(series);
  if (deviations === null) return constantVariance(series, series.length === 0 ? 0 : series[0], 0);
  const { mean, values, variance } = deviations;
  if (series.length < FEWEST_ROWS) return constantVariance(series, mean, variance);
  const scale = Math.sqrt(variance);
  const fit = new Fit(values.map((value) => value / scale));
  const { shift, omega, alpha, beta } = naturalOf(climb(fit, bestStart(fit)));
  return describe(series, {
    mean: mean + scale * shift,
    omega: variance * omega,
    alpha,
    beta,
    before: variance * fit.before,
  });
}

function constantVariance(series: Float64Array, mean: number, variance: number): Garch {
  const omega = Math.max(LEAST_VARIANCE, variance);
  return describe(series, { mean, omega, alpha: 0, beta: 0, before: omega });
}

function describe(
  series: Float64Array,
  { before, ...model }: { mean: number; omega: number; alpha: number; beta: number; before: number },
): Garch {
  const { mean, omega, alpha, beta } = model;
  const variances = new Float64Array(series.length);
  const residuals = new Float64Array(series.length);
  let variance = omega + (alpha + beta) * before;
  for (let row = 0; row < series.length; row++) {
    const deviation = series[row] - mean;
    variances[row] = variance;
    residuals[row] = deviation / Math.sqrt(variance);
    variance = omega + alpha * deviation * deviation + beta * variance;
  }
  return { ...model, variances, residuals, nextVariance: variance };
}

/** Type of GARCH parameters of returns scaled to mean 0 and variance 1. */
interface Natural {
  readonly shift: number;
  readonly omega: number;
  readonly alpha: number;
  readonly beta: number;
}

/**
 * Type of the unconstrained parameters of the GARCH fit: the mean, log omega, and the logits of (alpha + beta) / 0.9999
 * and of alpha / (alpha + beta).
 */
type Place = Float64Array;

/**
 * Lower bounds of the unconstrained parameters of the GARCH fit. Omega is at least 1e-7 of the variance, so that a
 * stretch of zero returns cannot have an infinite likelihood.
 */
const LEAST = [-Infinity, Math.log(1e-7), -15, -15];
const MOST = [Infinity, Math.log(100), 15, 15];

const START_PERSISTENCE = [0.5, 0.8, 0.93, 0.98, 0.995];
const START_ALPHA = [0.03, 0.08, 0.2];

function naturalOf([shift, logOmega, persistence, share]: Place): Natural {
  const sum = MOST_PERSISTENT * logistic(persistence);
  const alpha = sum * logistic(share);
  return { shift, omega: Math.exp(logOmega), alpha, beta: sum - alpha };
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

function logit(share: number): number {
  return Math.log(share / (1 - share));
}

/**
 * Returns the starting parameters of the GARCH fit with the highest likelihood. The long-run variance of every start is
 * that of the series.
 */
function bestStart(fit: Fit): Place {
  const starts = START_PERSISTENCE.flatMap((sum) =>
    START_ALPHA.map((alpha) => Float64Array.of(0, Math.log(1 - sum), logit(sum / MOST_PERSISTENT), logit(alpha / sum)))
  );
  const likelihoods = starts.map((start) => fit.logLikelihood(naturalOf(start)));
  return starts[likelihoods.indexOf(Math.max(...likelihoods))];
}

/** Maximises the GARCH likelihood with damped steps until a step promises no further gain, or after 100 steps. */
function climb(fit: Fit, start: Place): Place {
  let [place, damping] = [start, 1e-3];
  let likelihood = fit.logLikelihood(naturalOf(place));
  let slope = fit.slope(place);
  for (let iteration = 0; iteration < ITERATIONS_AT_MOST; iteration++) {
    const step = dampedStep(place, slope, damping);
    if (step === null || step.gain < NEGLIGIBLE_GAIN) return place;
    const reached = fit.logLikelihood(naturalOf(step.place));
    if (reached > likelihood) {
      [place, likelihood, damping] = [step.place, reached, Math.max(1e-9, damping / 5)];
      slope = fit.slope(place);
    } else damping *= 6;
  }
  return place;
}

interface Slope {
  readonly gradient: Float64Array;
  /** Expected information matrix of the GARCH parameters, 4 × 4 by rows. */
  readonly information: Float64Array;
}

/**
 * Returns the place that the next damped step of the GARCH fit reaches, within the bounds, and the gain that the
 * gradient promises. Returns null if no parameter can move, or the equations of the step have no solution.
 */
function dampedStep(
  place: Place,
  { gradient, information }: Slope,
  damping: number,
): { place: Place; gain: number } | null {
  const free = [0, 1, 2, 3].filter((index) => {
    return gradient[index] > 0 ? place[index] < MOST[index] : gradient[index] < 0 && place[index] > LEAST[index];
  });
  const matrix = Float64Array.from(free.flatMap((row) =>
    free.map((column) => {
      const entry = information[4 * row + column];
      return row === column ? entry * (1 + damping) + 1e-12 : entry;
    })
  ));
  const right = Float64Array.from(free, (index) => gradient[index]);
  const step = free.length === 0 ? null : solvePositive(matrix, right);
  if (step === null) return null;
  const reached = place.slice();
  let gain = 0;
  free.forEach((index, at) => {
    reached[index] = Math.min(MOST[index], Math.max(LEAST[index], place[index] + step[at]));
    gain += gradient[index] * (reached[index] - place[index]);
  });
  return { place: reached, gain };
}

/** Likelihood of a GARCH(1,1) for a series scaled to mean 0 and variance 1. */
class Fit {
  /** Variance assumed before the first row of the GARCH recursion. */
  readonly before: number;
  readonly #series: Float64Array;

  constructor(series: Float64Array) {
    this.#series = series;
    this.before = weightedSquares(series.subarray(0, 75));
  }

  /**
   * Returns the log likelihood of a GARCH(1,1) without its constant: −½ Σ (ln h + e² / h), with the variances h and
   * shocks e. It takes one logarithm for eight variances, whose product a double can hold.
   */
  logLikelihood({ shift, omega, alpha, beta }: Natural): number {
    const series = this.#series;
    let variance = omega + (alpha + beta) * this.before;
    let [sum, product] = [0, 1];
    for (let row = 0; row < series.length; row++) {
      const deviation = series[row] - shift;
      const square = deviation * deviation;
      product *= variance;
      if ((row & 7) === 7) {
        sum += Math.log(product);
        product = 1;
      }
      sum += square / variance;
      variance = omega + alpha * square + beta * variance;
    }
    return -0.5 * (sum + Math.log(product));
  }

  /** Returns the gradient and the expected information of the GARCH likelihood in the unconstrained parameters. */
  slope(place: Place): Slope {
    const natural = naturalOf(place);
    return inPlace(this.#naturalSlope(natural), natural);
  }

  /**
   * Returns gradient and expected information of the GARCH likelihood in shift, omega, alpha and beta: ½ Σ (e²/h − 1)
   * h'/h and ½ Σ h'h'ᵀ/h², with the variances h, their derivatives h' and the shocks e. The mean (shift) adds Σ e/h and
   * Σ 1/h.
   */
  #naturalSlope({ shift, omega, alpha, beta }: Natural): Slope {
    const series = this.#series;
    let variance = omega + (alpha + beta) * this.before;
    let [ofShift, ofOmega, ofAlpha, ofBeta] = [0, 1, this.before, this.before];
    let [g0, g1, g2, g3] = [0, 0, 0, 0];
    let [i00, i01, i02, i03, i11, i12, i13, i22, i23, i33] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let row = 0; row < series.length; row++) {
      const deviation = series[row] - shift;
      const square = deviation * deviation;
      const inverse = 1 / variance;
      const surprise = 0.5 * (square * inverse - 1);
      const [d0, d1, d2, d3] = [ofShift * inverse, ofOmega * inverse, ofAlpha * inverse, ofBeta * inverse];
      g0 += surprise * d0 + deviation * inverse;
      g1 += surprise * d1;
      g2 += surprise * d2;
      g3 += surprise * d3;
      i00 += 0.5 * d0 * d0 + inverse;
      i01 += d0 * d1;
      i02 += d0 * d2;
      i03 += d0 * d3;
      i11 += d1 * d1;
      i12 += d1 * d2;
      i13 += d1 * d3;
      i22 += d2 * d2;
      i23 += d2 * d3;
      i33 += d3 * d3;
      ofShift = beta * ofShift - 2 * alpha * deviation;
      ofOmega = 1 + beta * ofOmega;
      ofAlpha = square + beta * ofAlpha;
      ofBeta = variance + beta * ofBeta;
      variance = omega + alpha * square + beta * variance;
    }
    const halves = [i01, i02, i03, i11, i12, i13, i22, i23, i33].map((sum) => sum / 2);
    const [h01, h02, h03, h11, h12, h13, h22, h23, h33] = halves;
    return {
      gradient: Float64Array.of(g0, g1, g2, g3),
      information: Float64Array.of(
        ...[i00, h01, h02, h03],
        ...[h01, h11, h12, h13],
        ...[h02, h12, h22, h23],
        ...[h03, h13, h23, h33],
      ),
    };
  }
}

/**
 * Converts gradient and information of the GARCH likelihood from shift, omega, alpha and beta to the unconstrained
 * parameters by the chain rule.
 */
function inPlace({ gradient, information }: Slope, { omega, alpha, beta }: Natural): Slope {
  const sum = alpha + beta;
  const ofSum = 1 - sum / MOST_PERSISTENT;
  const ofShare = (alpha * beta) / sum;
  const jacobian = [[1, 0, 0, 0], [0, omega, 0, 0], [0, 0, alpha * ofSum, beta * ofSum], [0, 0, ofShare, -ofShare]];
  const times = (of: ArrayLike<number>, offset: number, row: readonly number[]): number =>
    row.reduce((total, factor, index) => total + factor * of[offset + index], 0);
  return {
    gradient: Float64Array.from(jacobian, (row) => times(gradient, 0, row)),
    information: Float64Array.from(
      jacobian.flatMap((row) => {
        const left = [0, 1, 2, 3].map((column) => times(information, 4 * column, row));
        return jacobian.map((other) => times(left, 0, other));
      }),
    ),
  };
}

function weightedSquares(values: Float64Array): number {
  let [sum, weights, weight] = [0, 0, 1];
  for (const value of values) {
    sum += weight * value * value;
    weights += weight;
    weight *= 0.94;
  }
  return sum / weights;
}
