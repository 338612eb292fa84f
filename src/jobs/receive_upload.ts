import type { Dependencies } from "../dependencies.ts";
import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { Upload } from "../domain/upload.ts";
import type { UploadedFileOutput } from "../computations/uploaded_file.ts";
import type { ArrivedFile } from "../store/uploads.ts";

/** Type of the services that receiving the file of an upload needs. */
export type ReceivingDependencies = Pick<Dependencies, "uploads" | "largeBodies" | "uploadsUnderWay">;

/** A file that arrives piece by piece. */
export interface ArrivingFile {
  readonly accountId: AccountId;
  readonly uploadId: string;
  /** Reads the file; throws `body_too_large` beyond so many bytes, with the reason of the limit where there is one. */
  pieces(maxBytes: number, reason: string | null): AsyncIterable<Uint8Array>;
}

/**
 * Receives the file of an upload, reads its history in a worker and stores the history. An upload whose file cannot be
 * read is refused for good; after any other error its link takes the file again. Throws `not_found`,
 * `upload_already_sent`, `link_invalid`, `limit_reached` if the plan has no room, `body_too_large`, `validation_failed`
 * with the faults of the file, and `not_ready`.
 */
export async function receiveUpload(
  { uploads, largeBodies, uploadsUnderWay }: ReceivingDependencies,
  { accountId, uploadId, pieces }: ArrivingFile,
): Promise<Upload> {
  const upload = await uploads.checkWaiting(accountId, uploadId);
  using _place = uploadsUnderWay.take(accountId);
  const mostBytes = Math.min(upload.announcedBytes ?? Infinity, uploadsUnderWay.mostBytes);
  const reason = mostBytes === upload.announcedBytes ? madeFor(mostBytes) : null;
  const arrived = await uploads.write(accountId, pieces(mostBytes, reason));
  try {
    refuseShorter(upload, arrived);
    const { history, ...found } = await historyOf({ uploads, largeBodies }, upload, arrived);
    const file = { bytes: arrived.set.bytes, sha256: arrived.sha256, ...found };
    return await uploads.finish(accountId, uploadId, { file, history });
  } finally {
    // Whatever cannot be deleted now, the sweep deletes an hour later.
    await Promise.allSettled([uploads.discard(arrived)]);
  }
}

function refuseShorter({ announcedBytes }: Upload, { set: { bytes } }: ArrivedFile): void {
  if (announcedBytes === null || bytes === announcedBytes) return;
  const detail = `Cannot take a file of ${bytes} bytes: ${madeFor(announcedBytes)}`;
  throw new DomainError("validation_failed", detail, { faults: [{ pointer: "", detail }] });
}

function madeFor(announcedBytes: number): string {
  return `the upload was made for one of ${announcedBytes}`;
}

/** Reads the history of a file. Notes the first fault of one that cannot be read, and throws all of them. */
async function historyOf(
  { uploads, largeBodies }: Pick<ReceivingDependencies, "uploads" | "largeBodies">,
  { id, accountId, kind, format, name }: Upload,
  arrived: ArrivedFile,
): Promise<UploadedFileOutput> {
  const load = async (): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = await uploads.read(arrived);
    if (bytes === null) throw new DomainError("not_ready", "The service lost the file: send it again");
    return bytes;
  };
  try {
    // The file is read to its end even if the sender has gone, so that the upload is ready when it is looked at.
    const { signal } = new AbortController();
    return await largeBodies.file(load, { accountId, signal, kind, format, name });
  } catch (error) {
    if (error instanceof DomainError && error.code === "validation_failed") {
      await uploads.refuse(accountId, id, error.message);
    }
    throw error;
  }
}
