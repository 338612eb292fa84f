import type { Document } from "../documents/document.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import type { ArtifactRepository } from "../store/artifacts.ts";

/** Where a document lies. */
export interface DocumentPlace {
  readonly accountId: AccountId;
  readonly jobId: JobId;
  /** The code where the job has no such document: it was deleted meanwhile, or what a job needs is lost. */
  readonly absent: "not_found" | "input_lost";
}

/** A document that a job left. Throws what `absent` says, and what the document throws where it cannot be read. */
export async function readDocument<Read>(
  artifacts: Pick<ArtifactRepository, "find">,
  document: Document<never, Read>,
  place: DocumentPlace,
): Promise<Read> {
  return document.read(await documentBytes(artifacts, document, place));
}

/** Its bytes. Throws what `absent` says. */
export async function documentBytes(
  artifacts: Pick<ArtifactRepository, "find">,
  { name }: Pick<Document<never>, "name">,
  { accountId, jobId, absent }: DocumentPlace,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = await artifacts.find(accountId, jobId, name);
  if (found === null) throw new DomainError(absent, `Cannot find "${name}" of run "${jobId}"`);
  return await new Response(found.stream()).bytes();
}
