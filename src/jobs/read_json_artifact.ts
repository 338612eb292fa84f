import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { ArtifactRepository } from "../store/artifacts.ts";

/** A JSON file that a job left, parsed. Throws `input_lost` where the job has none of this name. */
export async function readJsonArtifact(
  artifacts: Pick<ArtifactRepository, "find">,
  { accountId, jobId, name }: { accountId: AccountId; jobId: string; name: string },
): Promise<unknown> {
  const found = await artifacts.find(accountId, jobId, name);
  if (found === null) throw new DomainError("input_lost", `Cannot find "${name}" of run "${jobId}"`);
  return JSON.parse(await new Response(found.stream()).text());
}
