import { type Matrix, matrix } from "../../domain/matrix.ts";
import type { Kernels } from "../../kernels/mod.ts";
import type { PathModel } from "../../kernels/path_model.ts";
import { SIMULATION_MODELS } from "./models/mod.ts";
import type { FitOptions } from "./models/simulation_model.ts";
import type { SimulationPlan } from "./simulation_plan.ts";
import type { SimulationSource } from "./simulation_source.ts";

/**
 * Fits the simulation model of a plan to the assets held. Throws a RangeError for an unknown model, and if the model
 * needs a history and there is none.
 */
export function pathModelOf(
  source: SimulationSource,
  plan: SimulationPlan,
  { kernels, onPart = () => {} }: { readonly kernels: Kernels; readonly onPart?: FitOptions["onPart"] },
): PathModel {
  const model = SIMULATION_MODELS.get(plan.model);
  if (model === undefined) throw new RangeError(`Cannot find model "${plan.model}" of returns`);
  onPart(0, 1);
  return model.fit(withHeldAssets(source), plan, { kernels, onPart });
}

/** Returns the inputs of a simulation with only the assets that have weight; the others do not affect the portfolio. */
function withHeldAssets(source: SimulationSource): SimulationSource {
  const { weights, expectedReturns, covariance, returns, periodsPerYear } = source;
  const held = Array.from(weights.keys()).filter((i) => weights[i] !== 0);
  return {
    weights: Float64Array.from(held, (i) => weights[i]),
    expectedReturns: Float64Array.from(held, (i) => expectedReturns[i]),
    covariance: picked(covariance, held, held),
    returns: returns === null ? null : picked(returns, Array.from({ length: returns.rows }, (_, t) => t), held),
    periodsPerYear,
  };
}

function picked(of: Matrix, rows: readonly number[], columns: readonly number[]): Matrix {
  const part = matrix(rows.length, columns.length);
  let at = 0;
  for (const i of rows) for (const j of columns) part.data[at++] = of.data[i * of.columns + j];
  return part;
}
