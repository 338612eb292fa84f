import type { Artifact } from "../../domain/artifact.ts";
import { noteName } from "../../domain/spreadsheets.ts";
import { textArtifact } from "../chart_artifacts.ts";
import { cellsOf, type Sheet } from "./sheet.ts";

/** Largest number of cells of a spreadsheet; a larger one takes seconds to write and to open. */
export const CELLS_AT_MOST = 500_000;

/** Returns the text of the note that says why a spreadsheet was left out. */
export function leftOut(name: string, cells: number): string {
  return `${name} is left out: it would have ${cells} cells, more than ${CELLS_AT_MOST}. All figures are in the JSON file.\n`;
}

/** Returns the note `<name>.txt` of a spreadsheet that would have too many cells; null if it can be made. */
export function noteWhereLeftOut(name: string, sheets: readonly Sheet[]): Artifact | null {
  const cells = cellsOf(sheets);
  return cells > CELLS_AT_MOST ? textArtifact(noteName(name), "text/plain; charset=utf-8", leftOut(name, cells)) : null;
}
