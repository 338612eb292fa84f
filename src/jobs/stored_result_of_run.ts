import { runResult } from "../documents/run_result.ts";
import type { StoredResult } from "../documents/stored_result.ts";
import { COVARIANCE_FILE } from "../domain/artifact.ts";
import type { ArtifactRepository } from "../store/artifacts.ts";
import { documentBytes, type DocumentPlace } from "./read_document.ts";

/** Reads the bytes of a run's result, and of its covariance matrix if that is a file. Throws the code in `absent`. */
export async function storedResultOfRun(
  artifacts: Pick<ArtifactRepository, "find">,
  place: DocumentPlace,
): Promise<StoredResult> {
  const document = await documentBytes(artifacts, runResult, place);
  const file = await artifacts.find(place.accountId, place.jobId, COVARIANCE_FILE);
  return { document, covariance: file && await new Response(file.stream()).bytes() };
}
