import { DomainError, type Fault } from "../domain/errors.ts";
import { entryAt } from "../domain/entry_at.ts";
import type { UploadFormat, UploadKind } from "../domain/upload.ts";
import { FaultList } from "../faults/fault_list.ts";
import { readHistoryBytes } from "../request/files/history_bytes.ts";
import { checkHistory } from "../request/parts/history.ts";
import { locatorOf } from "../request/parts/file_places.ts";
import { encodeUploadedHistory } from "../request/uploaded_history.ts";
import type { ComputationContext } from "./computation.ts";

/** The file of an upload, and what its owner said about it. */
export interface UploadedFileInputs {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly kind: UploadKind;
  readonly format: UploadFormat;
  /** Name of the asset of a file that holds the fields of one asset; null if the upload has no name. */
  readonly name: string | null;
}

export interface UploadedFileOutput {
  /** History of the file, encoded by `encodeUploadedHistory`. */
  readonly history: Uint8Array<ArrayBuffer>;
  readonly assets: number;
  readonly rows: number;
  readonly firstDay: string;
  readonly lastDay: string;
}

/**
 * Reads the file of an upload into a history. Throws `validation_failed` with every fault of the file; the pointers are
 * those of a history `{dates, series}`, and empty for a fault of the whole file.
 */
export const uploadedFile = {
  async compute(
    { bytes, kind, format, name }: UploadedFileInputs,
    _context?: ComputationContext<unknown>,
  ): Promise<UploadedFileOutput> {
    const signal = new AbortController().signal;
    const options = { kind, signal, ...name === null ? {} : { name } };
    const { table, faults, doubts, places } = await readHistoryBytes(bytes, { ...options, format });
    const list = new FaultList();
    list.addAll(faults);
    if (list.isEmpty) checkHistory(kind, table, list, locatorOf(places));
    if (!list.isEmpty) throw ofFile(list.refusal(), kind);
    const { dates, assets } = table;
    return {
      history: encodeUploadedHistory({ kind, table, doubts }),
      assets: assets.length,
      rows: dates.length,
      firstDay: entryAt(dates, 0),
      lastDay: entryAt(dates, dates.length - 1),
    };
  },
};

/** Returns the refusal with pointers into the file, without the name of the field that a run would have it in. */
function ofFile({ code, message, faults }: DomainError, kind: UploadKind): DomainError {
  const withoutField = ({ pointer, detail }: Fault): Fault => ({ pointer: pointer.slice(kind.length + 1), detail });
  return new DomainError(code, message, { faults: faults.map(withoutField) });
}
