import { type Matrix, matrix } from "../../src/domain/matrix.ts";
import { RandomStream } from "../../src/domain/random_stream.ts";
import type { MarketShape } from "./row.ts";

const FACTORS = 10;
const SEED = 11;

/**
 * Returns synthetic daily returns: r = B f + e + drift. All assets share ten factors f with fat tails, and the first
 * factor moves all of them up together. Each asset has its own noise e with fatter tails and a mild drift. f and e
 * follow Student t with 8 and 4 degrees of freedom. The same shape always gives the same numbers.
 */
export function factorMarket({ assets, observations }: MarketShape): Matrix {
  const ofAssets = new RandomStream(SEED, 0), ofTime = new RandomStream(SEED, 1);
  const loadings = matrix(assets, FACTORS, filled(assets * FACTORS, () => 0.004 * normal(ofAssets)));
  for (let i = 0; i < assets; i++) loadings.data[i * FACTORS] = Math.abs(0.009 + 0.003 * normal(ofAssets));
  const noise = filled(assets, () => ofAssets.uniform(0.006, 0.02));
  const drift = filled(assets, () => 0.0004 + 0.0003 * normal(ofAssets));
  const returns = matrix(observations, assets);
  for (let t = 0, at = 0; t < observations; t++) {
    const factors = filled(FACTORS, () => ofTime.studentT(8));
    for (let i = 0; i < assets; i++, at++) {
      let value = drift[i] + noise[i] * ofTime.studentT(4);
      for (let k = 0; k < FACTORS; k++) value += loadings.data[i * FACTORS + k] * factors[k];
      returns.data[at] = value;
    }
  }
  return returns;
}

function filled(length: number, draw: () => number): Float64Array {
  return Float64Array.from({ length }, draw);
}

/** Returns a nearly normal random number with mean 0 and variance 1: the sum of twelve uniform numbers less 6. */
function normal(stream: RandomStream): number {
  let sum = -6;
  for (let k = 0; k < 12; k++) sum += stream.uniform();
  return sum;
}
