import { deviationsOf } from "./deviations.ts";
import { goldenSection } from "./golden_section.ts";

/** Smallest fitted degrees of freedom. At 2 a Student t distribution has no variance. */
const LEAST = 2.1;
/** Largest fitted degrees of freedom. Beyond it no history can tell the distribution from a normal one. */
const MOST = 200;
/** Smallest number of returns for fitting degrees of freedom. Fewer say nothing about the tails. */
const FEWEST_RETURNS = 8;
const GRID = 24;

/**
 * Fits the degrees of freedom, from 2.1 to 200, of a Student t distribution with the series' own mean and variance by
 * maximum likelihood. The density of z = (x − mean) / s scaled to variance 1 is Γ((ν+1)/2) / (Γ(ν/2) √(π (ν−2))) · (1 +
 * z² / (ν−2))^(−(ν+1)/2) (Bollerslev, 1987). The caller passes the returns of the portfolio itself (weights times
 * rows): every portfolio of a multivariate t has the same degrees of freedom. The fit therefore needs no inverse of a
 * covariance matrix and works with more assets than rows. Returns 200, nearly normal, for a series that does not vary
 * or has fewer than 8 returns.
 */
export function fitStudentT(series: Float64Array): number {
  const squares = standardSquares(series);
  if (squares === null) return MOST;
  const loss = (inverse: number): number => -logLikelihood(squares, 1 / inverse);
  const [low, high] = [1 / MOST, 1 / LEAST];
  const step = (high - low) / GRID;
  const losses = Array.from({ length: GRID + 1 }, (_, index) => loss(low + index * step));
  const best = losses.indexOf(Math.min(...losses));
  const inverse = goldenSection(loss, {
    low: Math.max(low, low + (best - 1) * step),
    high: Math.min(high, low + (best + 1) * step),
    tolerance: 1e-8,
  });
  if (losses[0] <= loss(inverse)) return MOST;
  return losses[GRID] <= loss(inverse) ? LEAST : 1 / inverse;
}

/**
 * Returns the squares of a return series scaled to mean 0 and variance 1 (ddof 1), or null if it does not vary or is
 * too short.
 */
function standardSquares(series: Float64Array): Float64Array | null {
  const deviations = series.length < FEWEST_RETURNS ? null : deviationsOf(series);
  if (deviations === null) return null;
  const variance = deviations.variance * (series.length / (series.length - 1));
  return deviations.values.map((value) => (value * value) / variance);
}

function logLikelihood(squares: Float64Array, freedom: number): number {
  const spread = freedom - 2;
  let tails = 0;
  for (let row = 0; row < squares.length; row++) tails += Math.log1p(squares[row] / spread);
  const peak = logGamma((freedom + 1) / 2) - logGamma(freedom / 2) - 0.5 * Math.log(Math.PI * spread);
  return squares.length * peak - ((freedom + 1) / 2) * tails;
}

/**
 * Returns ln Γ(x) for x > 0. Uses Stirling's series (Abramowitz and Stegun 6.1.41) for arguments of 12 and more, and
 * raises a smaller x with Γ(x+1) = x Γ(x).
 */
function logGamma(x: number): number {
  let [argument, product] = [x, 1];
  while (argument < 12) product *= argument++;
  const inverse = 1 / argument;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
  return (argument - 0.5) * Math.log(argument) - argument + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product);
}
