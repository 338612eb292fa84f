import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import { isoTimestamp } from "../../../domain/instant.ts";
import type { Job } from "../../../domain/job.ts";
import { readJsonArtifact } from "../../../jobs/read_json_artifact.ts";
import { simulationSchema } from "../../../request/simulation_request.ts";
import { pageOf } from "../../pagination.ts";
import { childConfig } from "../jobs/child_config.ts";
import { documentedShape } from "../jobs/documented_shape.ts";
import { childFields, presentChild } from "../jobs/job_body.ts";

const percentiles = z.record(z.string(), z.number());
const spread = z.strictObject({ median: z.number(), percentiles });

/** The figures of a simulation, as its `summary.json` holds them. */
export const simulationSummaryBody = z.strictObject({
  paths: z.int(),
  horizon: z.int().meta({ description: "Periods of the run" }),
  terminal: z.strictObject({ mean: z.number(), median: z.number(), standard_deviation: z.number(), percentiles }),
  probability_of_loss: z.number(),
  probability_of_ruin: z.number(),
  probability_of_goal: z.number().nullable(),
  value_at_risk: z.number().meta({ description: "A fraction of what was paid in" }),
  conditional_value_at_risk: z.number(),
  max_drawdown: spread,
  cagr: z.strictObject({
    median: z.number().nullable(),
    percentiles: z.record(z.string(), z.number().nullable()),
  }).meta({ description: "Null where it is more than a double holds" }),
  model: z.strictObject({
    degrees_of_freedom: z.number().nullable(),
    block_length: z.number().nullable().meta({ description: "Periods; their mean with stationary_bootstrap" }),
  }).meta({
    description: "What the paths were drawn by, as asked for or as fitted; null where the model has none",
  }),
}).meta({ id: "SimulationSummary" });

/** The body of POST /runs/{run_id}/monte_carlo as it is documented: `submitSimulation` tells every fault of it at once. */
export const simulationRequestBody = z.unknown().meta({
  ...documentedShape(simulationSchema, "input"),
  id: "SimulationRequest",
});

const configBody = z.unknown().meta({
  ...documentedShape(simulationSchema.nullable(), "output"),
  id: "SimulationConfig",
  description:
    "What it was submitted with. Null where the same request came again with its Idempotency-Key after the simulation was deleted: the rest is then as when it was accepted, `status` queued",
});

/** A simulation as every route shows it. */
export const simulationBody = z.strictObject({
  mc_run_id: z.string(),
  ...childFields,
  config: configBody,
  summary: simulationSummaryBody.nullable().meta({
    description: "Null before success, and where what was stored cannot be read",
  }),
  detail_url: z.url().nullable().meta({
    description: "Opens the fan, the histogram and sample paths without a credential",
  }),
  detail_expires_at: z.iso.datetime({ precision: 3 }).nullable(),
}).meta({ id: "Simulation" });

export const simulationPage = pageOf(simulationBody, "SimulationPage");

type SimulationBody = z.output<typeof simulationBody>;

/** The body of a simulation; its config is read unless it is given. Throws `not_found` where it is gone meanwhile. */
export async function presentSimulation(
  { jobs, artifacts, signedUrls }: Pick<Dependencies, "jobs" | "artifacts" | "signedUrls">,
  job: Job,
  given?: { readonly config: unknown },
): Promise<SimulationBody> {
  const { accountId, id: jobId, status } = job;
  const record = {
    mc_run_id: jobId,
    ...presentChild(job),
    config: given === undefined ? await childConfig(jobs, job) : given.config,
  };
  if (status !== "succeeded") return { ...record, summary: null, detail_url: null, detail_expires_at: null };
  const stored = await readJsonArtifact(artifacts, { accountId, jobId, name: "summary.json", absent: "not_found" });
  const { url, expiresAt } = await signedUrls.urlOf({ accountId, jobId, name: "detail.json" });
  return { ...record, summary: readSummary(stored), detail_url: url, detail_expires_at: isoTimestamp(expiresAt) };
}

/** The figures that a simulation left; null where they are not what is written today, lest one record break a list. */
export function readSummary(stored: unknown): SimulationBody["summary"] {
  return simulationSummaryBody.safeParse(stored).data ?? null;
}
