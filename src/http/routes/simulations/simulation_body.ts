import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import { simulationDetail } from "../../../documents/simulation_detail.ts";
import { simulationSummary } from "../../../documents/simulation_summary.ts";
import { isoTimestamp } from "../../../domain/instant.ts";
import type { Job } from "../../../domain/job.ts";
import { readDocument } from "../../../jobs/read_document.ts";
import { simulationPart, submittedSimulation } from "../../../request/parts/simulation.ts";
import { documentedAs } from "../../documented_as.ts";
import { pageOf } from "../../pagination.ts";
import { storedConfig } from "../jobs/stored_config.ts";
import { jobOfRunFields, presentJobOfRun } from "../jobs/job_body.ts";

/**
 * Documented schema of the body of POST /runs/{run_id}/monte_carlo. It checks nothing: `submitSimulation` checks the
 * body and reports every fault at once.
 */
export const simulationRequestBody: z.ZodUnknown = documentedAs(
  submittedSimulation.meta({ id: "SimulationRequest" }),
  "input",
);

const config = simulationPart.schema.nullable().meta({
  id: "SimulationConfig",
  description:
    "The config that the simulation was submitted with. Null in a list if it is larger than 4 KiB, and in the answer to a " +
    "request that was repeated with its Idempotency-Key after the simulation was deleted; the other fields are then " +
    "those of the accepted simulation, with `status` queued",
});

/** Schema of a Monte Carlo simulation in answers, the same on every endpoint. */
export const simulationBody = z.strictObject({
  mc_run_id: z.string(),
  ...jobOfRunFields,
  config: documentedAs(config, "output"),
  summary: simulationSummary.schema.nullable().meta({
    description: "Null before success, and if the stored figures cannot be read",
  }),
  detail_url: z.url().nullable().meta({
    description: "Opens the fan, the histogram and sample paths without a credential",
  }),
  detail_expires_at: z.iso.datetime({ precision: 3 }).nullable(),
}).meta({ id: "Simulation" });

export const simulationPage = pageOf(simulationBody, "SimulationPage");

type SimulationBody = z.output<typeof simulationBody>;

/**
 * Returns the JSON body that shows a simulation. Its config is read from the store unless `given` has it. Throws
 * `not_found` if the simulation was deleted meanwhile.
 */
export async function presentSimulation(
  { jobs, artifacts, signedUrls }: Pick<Dependencies, "jobs" | "artifacts" | "signedUrls">,
  job: Job,
  given?: { readonly config: unknown },
): Promise<SimulationBody> {
  const { accountId, id: jobId, status } = job;
  const record = {
    mc_run_id: jobId,
    ...presentJobOfRun(job),
    config: given === undefined ? await storedConfig(jobs, job) : given.config,
  };
  if (status !== "succeeded") return { ...record, summary: null, detail_url: null, detail_expires_at: null };
  const place = { accountId, jobId, absent: "not_found" } as const;
  const summary = await readDocument(artifacts, simulationSummary, place).catch(nullWhereUnreadable);
  const { url, expiresAt } = await signedUrls.urlOf({ accountId, jobId, name: simulationDetail.name });
  return { ...record, summary, detail_url: url, detail_expires_at: isoTimestamp(expiresAt) };
}

/**
 * Returns null if an error means that a stored simulation summary does not have today's schema, and throws any other
 * error again. One old record then does not break a whole list.
 */
export function nullWhereUnreadable(error: unknown): null {
  if (error instanceof z.ZodError) return null;
  throw error;
}
