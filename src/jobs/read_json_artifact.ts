import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import type { ArtifactRepository } from "../store/artifacts.ts";

export interface JsonArtifact {
  readonly accountId: AccountId;
  readonly jobId: JobId;
  readonly name: string;
  /** The code where the job has none of this name: it was deleted meanwhile, or what a job needs is lost. */
  readonly absent: "not_found" | "input_lost";
}

/** A JSON file that a job left, parsed. Throws what `absent` says. */
export async function readJsonArtifact(
  artifacts: Pick<ArtifactRepository, "find">,
  artifact: JsonArtifact,
): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await readArtifact(artifacts, artifact)));
}

/** Its bytes. Throws what `absent` says. */
export async function readArtifact(
  artifacts: Pick<ArtifactRepository, "find">,
  { accountId, jobId, name, absent }: JsonArtifact,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = await artifacts.find(accountId, jobId, name);
  if (found === null) throw new DomainError(absent, `Cannot find "${name}" of run "${jobId}"`);
  return await new Response(found.stream()).bytes();
}
