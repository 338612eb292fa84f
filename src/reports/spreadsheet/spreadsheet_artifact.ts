import type { Artifact } from "../../domain/artifact.ts";
import { textArtifact } from "../chart_artifacts.ts";
import { cellsOf, type Sheet } from "./sheet.ts";
import { workbookBytes } from "./workbook_bytes.ts";

/** Largest number of cells of a spreadsheet; a larger one takes seconds to write and to open. */
export const CELLS_AT_MOST = 500_000;

const MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * Returns sheets as a spreadsheet file of a job, or a note named `<name>.txt` instead where they have too many cells.
 */
export function spreadsheetArtifact(name: string, sheets: readonly Sheet[]): Artifact {
  const cells = cellsOf(sheets);
  if (cells > CELLS_AT_MOST) return textArtifact(`${name}.txt`, "text/plain; charset=utf-8", leftOut(name, cells));
  return { name, mediaType: MEDIA_TYPE, content: workbookBytes(sheets) };
}

/** Returns the text of the note that says why a spreadsheet was left out. */
export function leftOut(name: string, cells: number): string {
  return `${name} is left out: it would have ${cells} cells, more than ${CELLS_AT_MOST}. All figures are in the JSON file.\n`;
}
