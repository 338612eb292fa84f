import { type Registry, registry } from "../../../domain/registry.ts";
import { blockBootstrap } from "./block_bootstrap.ts";
import { bootstrap } from "./bootstrap.ts";
import { filteredHistorical } from "./filtered_historical.ts";
import { gaussian } from "./gaussian.ts";
import type { SimulationModel } from "./simulation_model.ts";
import { stationaryBootstrap } from "./stationary_bootstrap.ts";
import { studentT } from "./student_t.ts";

/** Registry of all simulation models, by the id used in requests. */
export const SIMULATION_MODELS: Registry<SimulationModel> = registry<SimulationModel>([
  gaussian,
  studentT,
  bootstrap,
  blockBootstrap,
  stationaryBootstrap,
  filteredHistorical,
]);
