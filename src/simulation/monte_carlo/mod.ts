export { SIMULATION_MODELS } from "./models/mod.ts";
export { drawnModelSchema, histogramSchema, pathFiguresSchema } from "./path_figures.ts";
export type { SimulationPlan } from "./simulation_plan.ts";
