import type { Reading } from "../doubts/reading.ts";
import { type Example, type NumberColumn, type NumberForm, valueIn } from "./number_column.ts";
import type { ReadDays } from "./read_days.ts";

/** A way in which the numbers of a column were read. */
export interface ColumnReading {
  readonly column: number;
  readonly reading: Reading;
}

const UNSURE = "its separator may set thousands or decimals apart, and no other number tells";

/** Returns how the days of a column were read, where their text alone does not say it. */
export function dayReadings({ notes }: ReadDays): readonly Reading[] {
  return notes.map((note) => ({ what: "days", ...note }));
}

/** Returns how the numbers of columns were read: thousands, decimal commas, currencies and percent. */
export function numberReadings(
  columns: readonly NumberColumn[],
  forms: readonly NumberForm[],
  separator: string,
): readonly ColumnReading[] {
  return columns.flatMap((column, at) => {
    const form = forms[at];
    return reasonsOf(column, form, separator).map(([why, { cell }]) => ({
      column: at,
      reading: { what: "numbers", from: cell, to: String(valueIn(cell, form)), why, isUnsure: why === UNSURE },
    }));
  });
}

function reasonsOf(
  column: NumberColumn,
  form: NumberForm,
  separator: string,
): readonly (readonly [why: string, example: Example])[] {
  const { currencies, percentExample } = column;
  const [why, example] = separators(column, form, separator);
  return [
    ...example === undefined ? [] : [[why, example] as const],
    ...[...currencies].map(([mark, example]) => [`${mark} is the mark of a currency`, example] as const),
    ...percentExample === null ? [] : [["numbers in percent are divided by 100", percentExample] as const],
  ];
}

/** Returns how the separators of a column's numbers were read, with an example; none where they are plain. */
function separators(
  { either, examples, groupsExample }: NumberColumn,
  { by, decimal }: NumberForm,
  separator: string,
): readonly [why: string, example: Example | undefined] {
  if (by === "separator" && either !== undefined && (separator !== "," || either.cell.includes(","))) {
    return [UNSURE, either];
  }
  if (decimal === ".") return ["thousands are set apart", groupsExample ?? undefined];
  const shown = examples.find((example) => example?.cell.includes(","));
  return ["the comma is the decimal mark of its column", shown ?? either];
}
