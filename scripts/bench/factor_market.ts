import { type Matrix, matrix } from "../../src/domain/matrix.ts";
import { RandomStream } from "../../src/market_data/random_stream.ts";
import type { MarketShape } from "./row.ts";

const FACTORS = 10;
const SEED = 11;

/**
 * Daily returns of assets that share ten factors of fat tails, the first of which moves all of them up together, each
 * with a fatter noise and a mild drift of its own: r = B f + e + drift, f and e of Student t with 8 and 4 degrees of
 * freedom. The same shape, the same numbers.
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

/** Nearly normal: the sum of twelve uniform numbers about its mean, of variance 1. */
function normal(stream: RandomStream): number {
  let sum = -6;
  for (let k = 0; k < 12; k++) sum += stream.uniform();
  return sum;
}
