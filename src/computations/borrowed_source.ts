import { type Matrix, matrix } from "../domain/matrix.ts";
import type { BoundRules, CarryContext } from "../optimization/problem.ts";
import type { SimulationSource } from "../simulation/monte_carlo/simulation_source.ts";

/**
 * Returns the source of a simulation whose short weights pay what the rules charge for holding them: the returns of an
 * asset that is sold short are higher by its fee per period, which is a loss to who has sold it. The source itself if
 * nothing is charged.
 */
export function borrowedSource(
  source: SimulationSource,
  rules: readonly BoundRules[],
  assets: CarryContext["assets"],
): SimulationSource {
  const charging = rules.filter(({ hasCosts }) => hasCosts);
  const run = { assets, periodsPerYear: source.periodsPerYear };
  const feeOf = (i: number): number => {
    const short = new Float64Array(assets.length);
    short[i] = -1;
    return charging.reduce((sum, one) => sum + one.carryOf(short, run), 0);
  };
  const fees = source.weights.map((weight, i) => weight < 0 && charging.length > 0 ? feeOf(i) : 0);
  if (fees.every((fee) => fee === 0)) return source;
  return {
    ...source,
    expectedReturns: source.expectedReturns.map((mean, i) => mean + fees[i]),
    returns: source.returns && withFees(source.returns, fees),
  };
}

function withFees({ rows, columns, data }: Matrix, fees: Float64Array): Matrix {
  return matrix(rows, columns, data.map((earned, at) => earned + fees[at % columns]));
}
