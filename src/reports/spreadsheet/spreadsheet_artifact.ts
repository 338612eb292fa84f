import type { Artifact } from "../../domain/artifact.ts";
import { textArtifact } from "../chart_artifacts.ts";
import { cellsOf, type Sheet } from "./sheet.ts";
import { workbookBytes } from "./workbook_bytes.ts";

/** A spreadsheet of more takes seconds to write and to open. */
export const CELLS_AT_MOST = 500_000;

const MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Sheets as a file of a job; where they have too many cells, a note in its place, `<name>.txt`. */
export function spreadsheetArtifact(name: string, sheets: readonly Sheet[]): Artifact {
  const cells = cellsOf(sheets);
  if (cells > CELLS_AT_MOST) return textArtifact(`${name}.txt`, "text/plain; charset=utf-8", leftOut(name, cells));
  return { name, mediaType: MEDIA_TYPE, content: workbookBytes(sheets) };
}

/** Why there is no spreadsheet. */
export function leftOut(name: string, cells: number): string {
  return `${name} is left out: it would have ${cells} cells, more than ${CELLS_AT_MOST}. All figures are in the JSON.\n`;
}
