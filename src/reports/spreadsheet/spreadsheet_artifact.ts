import type { Artifact } from "../../domain/artifact.ts";
import { noteWhereLeftOut } from "./left_out.ts";
import type { Sheet } from "./sheet.ts";
import { SPREADSHEET_MEDIA_TYPE } from "../../domain/spreadsheets.ts";
import { workbookBytes } from "./workbook_bytes.ts";

/**
 * Returns the spreadsheet file of a job with the given sheets. Where they have too many cells, returns a text file that
 * says so.
 */
export function spreadsheetArtifact(name: string, sheets: readonly Sheet[]): Artifact {
  return noteWhereLeftOut(name, sheets) ??
    { name, mediaType: SPREADSHEET_MEDIA_TYPE, content: workbookBytes(sheets) };
}
