import type { Artifact } from "../domain/artifact.ts";
import type { JobKindName } from "../domain/job_kinds.ts";
import { backtestSection, rollingBacktest } from "../documents/backtest_section.ts";
import { parsedJson } from "../documents/document.ts";
import { runResult } from "../documents/run_result.ts";
import { backtestSheets } from "../reports/spreadsheet/backtest_sheets.ts";
import { runSheets } from "../reports/spreadsheet/run_sheets.ts";
import type { Sheet } from "../reports/spreadsheet/sheet.ts";
import { spreadsheetArtifact } from "../reports/spreadsheet/spreadsheet_artifact.ts";

/** Stored documents of a job, as JSON bytes, from which its spreadsheet is made. See `SPREADSHEETS`. */
export interface SpreadsheetInputs {
  readonly kind: JobKindName;
  readonly name: string;
  readonly document: Uint8Array<ArrayBuffer>;
  readonly section: Uint8Array<ArrayBuffer> | null;
}

/** Makes the spreadsheet of a job from its stored documents. The same documents give the same bytes. */
export const spreadsheet = {
  compute: (inputs: SpreadsheetInputs): Artifact => spreadsheetArtifact(inputs.name, sheetsOf(inputs)),
};

function sheetsOf({ kind, document, section }: SpreadsheetInputs): readonly Sheet[] {
  if (kind === "backtest") return backtestSheets(backtestSection.read(document));
  return runSheets(runResult.schema.parse(parsedJson(document)), section && rollingBacktest.read(section));
}
