import type { Document } from "../documents/document.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId, JobId } from "../domain/identifier.ts";
import type { ArtifactRepository } from "../store/artifacts.ts";

/** Account and job that own a stored document, and the error code for a document that does not exist. */
export interface DocumentPlace {
  readonly accountId: AccountId;
  readonly jobId: JobId;
  /**
   * Error code if the job has no such document: either the document was deleted meanwhile, or data that a job needs is
   * lost.
   */
  readonly absent: "not_found" | "input_lost";
}

/** Reads and parses a stored document of a job. Throws the code in `absent`, and errors of the document's parser. */
export async function readDocument<Read>(
  artifacts: Pick<ArtifactRepository, "find">,
  document: Document<never, Read>,
  place: DocumentPlace,
): Promise<Read> {
  return document.read(await documentBytes(artifacts, document, place));
}

/** Reads the bytes of a stored document of a job. Throws the code in `absent`. */
export async function documentBytes(
  artifacts: Pick<ArtifactRepository, "find">,
  { name }: Pick<Document<never>, "name">,
  { accountId, jobId, absent }: DocumentPlace,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = await artifacts.find(accountId, jobId, name);
  if (found === null) throw new DomainError(absent, `Cannot find "${name}" of run "${jobId}"`);
  return await new Response(found.stream()).bytes();
}
