import type { Dependencies } from "../../../dependencies.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Job } from "../../../domain/job.ts";

/**
 * Reads the config with which a simulation or a backtest was submitted, with every default filled in. Throws
 * `not_found` if the job was deleted.
 */
export async function storedConfig({ config }: Pick<Dependencies["jobs"], "config">, job: Job): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await config(job.accountId, job.id)));
}

/** Largest config of a simulation or backtest, in bytes, that is shown within a list of jobs. */
const LISTED_BYTES = 4 * 1_024;

/**
 * Reads the config of a simulation or a backtest for a list. Returns null if it is larger than 4 KiB; the endpoint of
 * the single job shows it.
 */
export async function listedConfig(
  { findConfig }: Pick<Dependencies["jobs"], "findConfig">,
  job: Job,
): Promise<unknown> {
  const { bytes, stream } = await findConfig(job.accountId, job.id);
  return bytes > LISTED_BYTES ? null : await new Response(stream()).json();
}

/**
 * Reads the config of a simulation or a backtest to answer its submission. Returns null if the request was repeated
 * after the job was deleted.
 */
export async function submittedConfig(jobs: Pick<Dependencies["jobs"], "config">, job: Job): Promise<unknown> {
  try {
    return await storedConfig(jobs, job);
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
}
