import { DomainError } from "../domain/errors.ts";
import type { ArtifactRepository, ArtifactSet } from "./artifacts.ts";
import type { StoreContext } from "./context.ts";
import { readJob } from "./job_record.ts";
import { keys } from "./keys.ts";
import { countStoredBytes } from "./stored_bytes.ts";
import { touch, transaction } from "./transaction.ts";

/**
 * Implements `JobRepository.addFile`: gives a written file to a succeeded job. The job's record is rewritten, so that
 * of several processes that add the same file only one does, and a deletion that has not seen the file fails.
 */
export async function addFile(
  context: StoreContext,
  artifacts: Pick<ArtifactRepository, "adopt">,
  set: ArtifactSet,
): Promise<boolean> {
  const { accountId, jobId } = set;
  return await transaction(context, async (read) => {
    const job = await readJob(read, accountId, jobId);
    if (job.value.status !== "succeeded") throw new DomainError("not_found", `Cannot find run "${jobId}"`);
    const names = new Set(set.artifacts.map(({ name }) => name));
    for await (const { value } of read.list<ArtifactSet>({ prefix: keys.artifactSets(accountId, jobId) })) {
      const isThere = value.artifacts.some(({ name }) => names.has(name));
      if (isThere) return { checks: [], mutations: [], result: false };
    }
    const rewritten = touch(job), adopted = await artifacts.adopt(read, set);
    const counted = await countStoredBytes(read, accountId, adopted.bytes);
    return {
      checks: [...rewritten.checks, ...adopted.checks, ...counted.checks],
      mutations: [...rewritten.mutations, ...adopted.mutations, ...counted.mutations],
      result: true,
    };
  });
}
