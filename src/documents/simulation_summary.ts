import type { z } from "zod";
import type { DeepReadonly } from "../domain/deep_readonly.ts";
import { drawnModelSchema, pathFiguresSchema } from "../simulation/monte_carlo/mod.ts";
import { doubtsOfJob } from "./doubt_schema.ts";
import { jsonDocument } from "./document.ts";

/** Definition of the stored document with the summary figures of a Monte Carlo simulation. */
export const simulationSummary = jsonDocument({
  kind: "monte_carlo",
  name: "summary.json",
  schema: pathFiguresSchema.extend({
    model: drawnModelSchema.meta({
      description:
        "Parameters of the model that the paths were drawn from, as requested or as fitted; null where the model has none",
    }),
    doubts: doubtsOfJob,
  }).meta({ id: "SimulationSummary" }),
});

export type SimulationSummary = DeepReadonly<z.output<typeof simulationSummary.schema>>;
