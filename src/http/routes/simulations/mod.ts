import { getSimulation } from "./get_simulation.ts";
import { listSimulations } from "./list_simulations.ts";
import { listSimulationsOfRun } from "./list_simulations_of_run.ts";
import { submitSimulation } from "./submit_simulation.ts";

/** List of the endpoints for Monte Carlo simulations of runs. */
export const simulationEndpoints = [
  getSimulation,
  listSimulations,
  listSimulationsOfRun,
  submitSimulation,
];
