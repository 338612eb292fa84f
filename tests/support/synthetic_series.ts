/**
 * Returns a generator of approximately standard normal numbers: each is the sum of twelve uniform numbers minus 6. The
 * uniform numbers come from Lehmer's generator (x ← 16807 x mod 2³¹ − 1), divided by 2³¹ − 1. It uses plain arithmetic,
 * so that a program in another language can produce the same numbers.
 */
export function normalNumbers(seed: number): () => number {
  let state = seed;
  const uniform = (): number => {
    state = (16807 * state) % 2147483647;
    return state / 2147483647;
  };
  return () => {
    let sum = 0;
    for (let draw = 0; draw < 12; draw++) sum += uniform();
    return sum - 6;
  };
}

/**
 * Test helper. Returns a series of 0.0005 + 0.01 t, with t from Student's distribution. Each t is a normal number
 * divided by the root mean square of `freedom` further normal numbers.
 */
export function studentSeries(count: number, freedom: number, seed: number): Float64Array {
  const normal = normalNumbers(seed);
  return Float64Array.from({ length: count }, () => {
    const above = normal();
    let squares = 0;
    for (let draw = 0; draw < freedom; draw++) squares += normal() ** 2;
    return 0.0005 + (0.01 * above) / Math.sqrt(squares / freedom);
  });
}

/** Test helper. Returns a first-order autoregressive series from 0: x ← persistence x + 0.01 z with normal z. */
export function autoregressiveSeries(count: number, persistence: number, seed: number): Float64Array {
  const normal = normalNumbers(seed);
  let value = 0;
  return Float64Array.from({ length: count }, () => value = persistence * value + 0.01 * normal());
}

/** Test helper. Returns a GARCH(1,1) series with a constant mean. The variance starts at its long-run value. */
export function garchSeries(
  count: number,
  { mean, omega, alpha, beta, seed }: { mean: number; omega: number; alpha: number; beta: number; seed: number },
): Float64Array {
  const normal = normalNumbers(seed);
  let variance = omega / (1 - alpha - beta);
  return Float64Array.from({ length: count }, () => {
    const deviation = Math.sqrt(variance) * normal();
    variance = omega + alpha * deviation * deviation + beta * variance;
    return mean + deviation;
  });
}
