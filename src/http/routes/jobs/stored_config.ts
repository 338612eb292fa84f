import type { Dependencies } from "../../../dependencies.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Job } from "../../../domain/job.ts";

/** What a simulation or a backtest was submitted with, every default filled in. Throws `not_found` where it is gone. */
export async function storedConfig({ config }: Pick<Dependencies["jobs"], "config">, job: Job): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await config(job.accountId, job.id)));
}

/** The largest config that an item of a list shows. */
const LISTED_BYTES = 4 * 1_024;

/** The same for a list: null where it is large, as the record by its id shows it. */
export async function listedConfig(
  { findConfig }: Pick<Dependencies["jobs"], "findConfig">,
  job: Job,
): Promise<unknown> {
  const { bytes, stream } = await findConfig(job.accountId, job.id);
  return bytes > LISTED_BYTES ? null : await new Response(stream()).json();
}

/** The same for the answer to its submission: null where it was deleted since and the request came again. */
export async function submittedConfig(jobs: Pick<Dependencies["jobs"], "config">, job: Job): Promise<unknown> {
  try {
    return await storedConfig(jobs, job);
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
}
