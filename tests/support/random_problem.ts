import { matrix } from "../../src/domain/matrix.ts";
import { type Market, marketOf, randomNumbers, type Rules } from "./sample_problem.ts";

/**
 * Returns a random market of 2 to 16 assets, each of low volatility with a chance of one in ten, and random rules of
 * randomly chosen constraint families. The rules may contradict one another. Where short selling is allowed, the gross
 * exposure is limited.
 */
export function randomProblem(seed: number): { market: Market; rules: Rules } {
  const random = randomNumbers(seed);
  const between = (low: number, high: number) => Math.round(100 * (low + (high - low) * random())) / 100;
  const count = Math.floor(between(2, 16)), weeks = Math.floor(between(20, 120));
  const market = randomMarket(random, count, weeks);
  const { assets } = market;
  const constraints: Record<string, unknown> = {};
  const isIn = (chance: number) => random() < chance;
  if (isIn(0.3)) {
    constraints.exposure = { short: true, gross_max: between(1, 2) };
    if (isIn(0.5)) constraints.weight_bounds = { min: between(-0.5, 0), max: between(0.2, 1.2) };
  } else if (isIn(0.6)) {
    constraints.weight_bounds = {
      min: isIn(0.3) ? between(0, 0.7 / count) : 0,
      max: between(1 / count, 1 / count + 0.5),
      assets: isIn(0.3) ? { [assets[0]]: { min: 0, max: between(0.05, 0.35) } } : {},
    };
  }
  if (isIn(0.5)) {
    const map = Object.fromEntries(assets.map((asset, i) => [asset, i % 2 === 0 ? "even" : "odd"]));
    const low = between(0, 0.5);
    constraints.groups = {
      map,
      rules: [{ group: "even", min: low, max: low + 0.3 }, { group: "odd", min: between(0, 0.5) }],
    };
  }
  if (isIn(0.4)) {
    const coefficients = Object.fromEntries(assets.map((asset) => [asset, between(-1, 1)]));
    constraints.linear = [{ name: "tilt", coefficients, max: between(0, 0.4) }];
  }
  if (isIn(0.3)) constraints.budget = { min: between(0.5, 0.8), max: between(0.8, 1.2) };
  if (isIn(0.4)) constraints.turnover = { max: between(0.05, 0.5) };
  if (isIn(0.2)) constraints.locked = [assets[Math.floor(random() * count)]];
  if (isIn(0.3)) constraints.min_return = between(0, 0.2);
  const drawn = assets.map(() => random());
  const total = drawn.reduce((sum, weight) => sum + weight, 0);
  const startingWeightOutside = isIn(0.2) ? 0.1 : 0;
  const startingPortfolio = drawn.map((weight) => weight / total);
  return { market, rules: { constraints, startingPortfolio, startingWeightOutside, riskFreeRate: 0.01 } };
}

function randomMarket(random: () => number, count: number, weeks: number): Market {
  const normal = () => random() + random() + random() + random() - 2;
  const assets = Array.from({ length: count }, () => {
    const isCalm = random() < 0.1;
    return {
      drift: 0.006 * (random() - 0.3),
      loading: (0.3 + random()) * (isCalm ? 0.001 : 0.02),
      noise: isCalm ? 0.001 : 0.01 + 0.04 * random(),
    };
  });
  const returns = matrix(weeks, count);
  for (let t = 0; t < weeks; t++) {
    const factor = normal();
    assets.forEach(({ drift, loading, noise }, i) => {
      returns.data[t * count + i] = drift + loading * factor + noise * normal();
    });
  }
  return marketOf(returns);
}
