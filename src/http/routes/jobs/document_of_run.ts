import type { Dependencies } from "../../../dependencies.ts";
import type { Document } from "../../../documents/document.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { AccountId, JobId } from "../../../domain/identifier.ts";
import { gzipAsStored } from "../../compressed.ts";
import { openedStream } from "../../opened_stream.ts";

/**
 * Returns an answer with a stored JSON document of a run, byte for byte, in the coding in which it is stored where the
 * client takes it. Throws `not_found` if the run or the document
 * is missing, `run_not_succeeded` if the run has not succeeded, and `not_ready` if the document cannot be read now.
 */
export async function documentOfRun(
  { jobs, artifacts }: Pick<Dependencies, "jobs" | "artifacts">,
  { name }: Pick<Document<never>, "name">,
  { accountId, runId, request }: { accountId: AccountId; runId: JobId; request: Headers },
): Promise<DocumentAnswer> {
  const { status } = await jobs.get(accountId, runId);
  if (status !== "succeeded") {
    throw new DomainError("run_not_succeeded", `Cannot read the results of run "${runId}": it is ${status}`);
  }
  const document = await artifacts.find(accountId, runId, name);
  if (document === null) throw new DomainError("not_found", `Cannot find "${name}" of run "${runId}"`);
  const stored = await gzipAsStored(document, request);
  if (stored !== null) return { status: 200, ...stored };
  return {
    status: 200,
    bytes: await openedStream(document.stream()),
    headers: { "content-length": String(document.bytes) },
  };
}

interface DocumentAnswer {
  readonly status: 200;
  readonly bytes: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly headers: Readonly<Record<"content-length", string>>;
}
