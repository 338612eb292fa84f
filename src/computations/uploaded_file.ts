import { DomainError, type Fault } from "../domain/errors.ts";
import type { UploadFormat, UploadKind } from "../domain/upload.ts";
import { FaultList } from "../faults/fault_list.ts";
import { type FileHistory, readHistoryBytes } from "../request/files/history_bytes.ts";
import { checkHistory } from "../request/parts/history.ts";
import { type FilePlaces, locatorOf } from "../request/parts/file_places.ts";
import { checkScenarios } from "../request/parts/scenario_checks.ts";
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
  /** First and last day; null for scenarios, which have no days. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}

/**
 * Reads the file of an upload into a history. Throws `validation_failed` with every fault of the file; the pointers are
 * those of a history `{dates, series}` or of scenarios `{assets, matrix}`, and empty for a fault of the whole file.
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
    if (list.isEmpty) check(kind, { table, places }, list);
    if (!list.isEmpty) throw ofFile(list.refusal(), kind);
    const { dates, assets, values } = table;
    return {
      history: encodeUploadedHistory({ kind, table, doubts }),
      assets: assets.length,
      rows: values.rows,
      firstDay: dates.at(0) ?? null,
      lastDay: dates.at(-1) ?? null,
    };
  },
};

function check(
  kind: UploadKind,
  { table, places }: Pick<FileHistory, "table"> & { readonly places: FilePlaces | undefined },
  faults: FaultList,
): void {
  const locate = locatorOf(places);
  if (kind === "scenarios") checkScenarios(table, faults.within("/scenarios"), locate);
  else checkHistory(kind, table, faults, locate);
}

/** Returns the refusal with pointers into the file, without the name of the field that a run would have it in. */
function ofFile({ code, message, faults }: DomainError, kind: UploadKind): DomainError {
  const withoutField = ({ pointer, detail }: Fault): Fault => ({ pointer: pointer.slice(kind.length + 1), detail });
  return new DomainError(code, message, { faults: faults.map(withoutField) });
}
