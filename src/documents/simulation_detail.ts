import { z } from "zod";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import { histogramSchema } from "../simulation/monte_carlo/mod.ts";
import { jsonDocument } from "./document.ts";
import { simulationSummary } from "./simulation_summary.ts";

const wealth = z.array(z.number());

/**
 * Definition of the stored document with the result of a Monte Carlo simulation: the figures of its summary, and the
 * distribution of wealth over time and at the end. The doubts stand in the summary alone, so that the detail equals
 * that of a simulation within a local run.
 */
export const simulationDetail = jsonDocument({
  kind: "monte_carlo",
  name: "detail.json",
  schema: z.strictObject({
    ...simulationSummary.schema.omit({ doubts: true }).shape,
    fan: z.strictObject({ steps: z.array(z.int()), percentiles: z.record(z.string(), wealth) }).meta({
      description: "Wealth at the end of each step; step 0 is the initial value",
    }),
    histogram: histogramSchema.meta({ description: "Distribution of terminal wealth" }),
    sample_paths: z.array(wealth).meta({ description: "Wealth of the first paths at the steps of the fan" }),
  }).meta({ id: "SimulationDetail" }),
});

export type SimulationDetail = DeepReadonly<z.output<typeof simulationDetail.schema>>;
