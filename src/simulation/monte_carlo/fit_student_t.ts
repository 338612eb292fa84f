import { deviationsOf } from "./deviations.ts";
import { goldenSection } from "./golden_section.ts";

/** Below it a variance hardly exists. */
const LEAST = 2.1;
/** Beyond it no history tells the distribution from a normal one. */
const MOST = 200;
/** Fewer returns say nothing of a tail. */
const FEWEST_RETURNS = 8;
const GRID = 24;

/**
 * The degrees of freedom, from 2.1 to 200, with which a Student t distribution of the series' own mean and variance has
 * the greatest likelihood: the density of z = (x − mean) / s scaled to variance 1 is Γ((ν+1)/2) / (Γ(ν/2) √(π (ν−2))) ·
 * (1 + z² / (ν−2))^(−(ν+1)/2) (Bollerslev, 1987). Handed the returns of the portfolio itself (weights times rows):
 * every portfolio of a multivariate t is a t with the same degrees of freedom, so that the fit is one of that model,
 * needs no inverse of a covariance and holds where there are more assets than rows. 200, nearly normal, of a series
 * that does not vary or has fewer than 8 returns.
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

/** The squares of the series with mean 0 and variance 1 (ddof 1); null where it does not vary. */
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

/** ln Γ(x) of x > 0 by Stirling's series (Abramowitz and Stegun 6.1.41) above 12, brought there by Γ(x+1) = x Γ(x). */
function logGamma(x: number): number {
  let [argument, product] = [x, 1];
  while (argument < 12) product *= argument++;
  const inverse = 1 / argument;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
  return (argument - 0.5) * Math.log(argument) - argument + 0.5 * Math.log(2 * Math.PI) + series - Math.log(product);
}
