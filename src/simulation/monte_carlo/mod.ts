import type { SimulationModel } from "./simulation_plan.ts";

export type { SimulationModel, SimulationPlan } from "./simulation_plan.ts";
export { drawnModelSchema, histogramSchema, pathFiguresSchema } from "./path_figures.ts";

/** Every model of returns, by the word of the API. */
export const SIMULATION_MODELS = [
  "gaussian",
  "student_t",
  "bootstrap",
  "block_bootstrap",
  "stationary_bootstrap",
  "filtered_historical",
] as const satisfies readonly SimulationModel[];

/** The models that draw from estimates; the others need a history. */
export const MODELS_OF_ESTIMATES: readonly SimulationModel[] = ["gaussian", "student_t"];
