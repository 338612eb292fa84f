/**
 * Entropic value at risk of T equally likely losses l at a confidence c in (0, 1):
 *
 *   inf over u > 0 of (K(u) - log(1 - c)) / u,   K(u) = log(mean(exp(u l)))
 *
 * Its derivative vanishes where the relative entropy of the tilted losses, g(u) = u K'(u) - K(u), is -log(1 - c). As g
 * rises from 0 to log(T / m), m the number of times that the worst loss occurs, there is one such u, or the infimum is
 * the worst loss itself, as u → ∞. Newton's method in log u within a bracket; the value is stationary in u, so its
 * error is the square of the step's.
 *
 * Ahmadi-Javid, A. (2012), Entropic Value-at-Risk: A New Coherent Risk Measure, JOTA 155(3), 1105-1123.
 */
export function entropicTail(losses: Float64Array, confidence: number): number {
  const count = losses.length;
  const worst = losses.reduce((a, b) => Math.max(a, b), -Infinity);
  const below = losses.map((loss) => loss - worst);
  const timesWorst = below.reduce((times, gap) => gap === 0 ? times + 1 : times, 0);
  const entropy = -Math.log1p(-confidence);
  const spread = Math.sqrt(tilted(below, 0).variance);
  if (Math.log(count / timesWorst) <= entropy || !(spread > 0)) return worst;

  const scaled = below.map((gap) => gap / spread);
  let lowest = -Infinity;
  let highest = Infinity;
  let logTilt = Math.log(2 * entropy) / 2;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const tilt = Math.exp(logTilt);
    const { cumulant, mean, variance } = tilted(scaled, tilt);
    const missing = entropy - (tilt * mean - cumulant);
    if (missing > 0) lowest = logTilt;
    else highest = logTilt;
    const next = guarded(logTilt + missing / (tilt * tilt * variance), logTilt, { lowest, highest });
    const step = Math.abs(next - logTilt);
    logTilt = next;
    if (step < STEP_TOLERANCE) break;
  }
  const tilt = Math.exp(logTilt);
  return worst + Math.min(spread * (tilted(scaled, tilt).cumulant + entropy) / tilt, 0);
}

const MAX_ITERATIONS = 200;
/** The value's relative error is about its square, after a step of Newton's method its fourth power. */
const STEP_TOLERANCE = 1e-6;
/** In log u: an overlong step of Newton's method where g is flat. */
const LONGEST_STEP = 2;

/**
 * Newton's point where it lies inside the bracket and is not too far; else the middle, or a long step where one side is
 * open.
 */
function guarded(newton: number, from: number, bracket: { lowest: number; highest: number }): number {
  const { lowest, highest } = bracket;
  if (newton > lowest && newton < highest && Math.abs(newton - from) <= LONGEST_STEP) return newton;
  if (lowest === -Infinity) return Math.max(from - LONGEST_STEP, -LARGEST_LOG_TILT);
  if (highest === Infinity) return Math.min(from + LONGEST_STEP, LARGEST_LOG_TILT);
  return (lowest + highest) / 2;
}

/** Beyond it exp overflows; reached only when the second worst loss equals the worst up to rounding. */
const LARGEST_LOG_TILT = 300;

/** log(mean(exp(u s))) of s ≤ 0 with a largest of 0, and the mean and variance of s under weights exp(u s). */
function tilted(scaled: Float64Array, tilt: number): { cumulant: number; mean: number; variance: number } {
  let total = 0;
  let first = 0;
  let second = 0;
  for (let i = 0; i < scaled.length; i++) {
    const weight = Math.exp(tilt * scaled[i]);
    total += weight;
    first += weight * scaled[i];
    second += weight * scaled[i] * scaled[i];
  }
  const mean = first / total;
  return { cumulant: Math.log(total / scaled.length), mean, variance: second / total - mean * mean };
}
