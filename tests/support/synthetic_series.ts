/**
 * Returns made by plain arithmetic, so that another language makes the same: Lehmer's generator (x ← 16807 x mod 2³¹ −
 * 1), twelve uniforms less 6 for a normal number.
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

/** 0.0005 + 0.01 times Student t numbers, each of one normal and `freedom` more for the chi-square below it. */
export function studentSeries(count: number, freedom: number, seed: number): Float64Array {
  const normal = normalNumbers(seed);
  return Float64Array.from({ length: count }, () => {
    const above = normal();
    let squares = 0;
    for (let draw = 0; draw < freedom; draw++) squares += normal() ** 2;
    return 0.0005 + (0.01 * above) / Math.sqrt(squares / freedom);
  });
}

/** x ← persistence x + 0.01 z from 0. */
export function autoregressiveSeries(count: number, persistence: number, seed: number): Float64Array {
  const normal = normalNumbers(seed);
  let value = 0;
  return Float64Array.from({ length: count }, () => value = persistence * value + 0.01 * normal());
}

/** GARCH(1,1) with a constant mean, from its long-run variance. */
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
