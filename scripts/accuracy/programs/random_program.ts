import { type AccuracyProgram, marketOfRows, WEEKS_PER_YEAR } from "./accuracy_program.ts";
import { Draw } from "./draw.ts";
import { RATIOS_TO_RISK } from "./read_program.ts";
import { randomReturns } from "./random_returns.ts";
import { randomRules } from "./random_rules.ts";

/** Largest absolute number that a request may contain. Larger targets of a random program are cut to it. */
const LARGEST = 1e6;

/** Methods from which a seed draws by default. Adding a method would change the program of every seed. */
const DRAWN: readonly string[] = [
  "min_volatility",
  "max_sharpe",
  "max_return",
  "max_quadratic_utility",
  "efficient_risk",
  "efficient_return",
  "min_semideviation",
  "min_mad",
  "min_cvar",
];

/**
 * Returns the random optimisation program of a seed, for one of the given methods. The same seed always gives the same
 * program.
 */
export function randomProgram(seed: number, methods: readonly string[] = DRAWN): AccuracyProgram {
  const draw = new Draw(seed);
  const method = draw.one(methods);
  const { kinds, returns } = randomReturns(draw);
  const { assets, expectedReturns, covariance } = marketOfRows(returns);
  const annualReturns = expectedReturns.map((mean) => WEEKS_PER_YEAR * mean);
  const { point, isContradictory, startingPortfolio, ...rules } = randomRules(draw, { assets, annualReturns });
  const annualReturn = point.reduce((sum, weight, i) => sum + weight * annualReturns[i], 0);
  let variance = 0;
  point.forEach((w, i) => point.forEach((v, j) => variance += w * covariance.data[i * assets.length + j] * v));
  const annualVolatility = Math.sqrt(WEEKS_PER_YEAR * Math.max(variance, 0));
  const { riskFreeRate, ...own } = randomParameters(draw, { method, annualReturn, annualVolatility });
  return {
    seed,
    kinds,
    method,
    parameters: own.parameters,
    returns,
    rules: { ...rules, ...startingPortfolio === null ? {} : { startingPortfolio }, riskFreeRate },
    knownPoint: isContradictory || own.isDemanding ? null : [...point],
  };
}

interface RandomParameters {
  readonly parameters: Readonly<Record<string, number>>;
  /** Annual risk-free rate of the random program, as a fraction. */
  readonly riskFreeRate: number;
  /** Whether the parameters may exclude the known point around which the rules were made. */
  readonly isDemanding: boolean;
}

function randomParameters(
  draw: Draw,
  { method, annualReturn, annualVolatility }: { method: string; annualReturn: number; annualVolatility: number },
): RandomParameters {
  const justBelow = Math.max(-0.5, Math.min(annualReturn - draw.magnitude(1e-6, 1), 1));
  const riskFreeRate = draw.isIn(0.5) ? 0 : draw.isIn(0.7) ? 0.03 : justBelow;
  const isDemanding = draw.isIn(0.2);
  const at = (parameters: Record<string, number>, isBeyond = false): RandomParameters => ({
    parameters,
    riskFreeRate,
    isDemanding: isBeyond,
  });
  if (method === "efficient_return") {
    const by = Math.max(0.01, Math.abs(annualReturn)) * (draw.isIn(0.15) ? 0 : draw.magnitude(1e-6, 1));
    return at({ target_return: nearest(annualReturn + (isDemanding ? by : -by)) }, isDemanding);
  }
  if (method === "efficient_risk") {
    const by = isDemanding ? draw.magnitude(0.01, 1) : draw.isIn(0.15) ? 1 + 1e-12 : draw.magnitude(1 + 1e-6, 10);
    return at({ target_volatility: nearest(annualVolatility * by) }, isDemanding);
  }
  if (method === "max_quadratic_utility") return at({ risk_aversion: draw.magnitude(1e-3, 1e4) });
  if (method === "min_cvar" || method === "min_cdar") {
    return at({ confidence: draw.one([0.95, 0.95, 0.9, 0.99, draw.between(0.01, 0.999)]) });
  }
  if (method === "max_return_cvar" || method === "max_return_cdar") {
    return at({ confidence: draw.one([0.95, 0.9, 0.99, draw.between(0.5, 0.999)]) }, true);
  }
  // The weights around which the rules were made may earn less than the risk-free rate, so a ratio of excess return to
  // risk may reject them as an answer.
  return at({}, method === "max_sharpe" || RATIOS_TO_RISK.has(method));
}

function nearest(value: number): number {
  return Math.max(-LARGEST, Math.min(value, LARGEST));
}
