import type { ReadTable } from "../../../../src/tables/finished_table.ts";

/** Letters after which a part of a text is handed on, so that no single text grows large. */
const PART_LETTERS = 1_000_000;

/** Returns the parts of a history as JSON, as a request has it: `{dates, series}`, null where a value is missing. */
export function jsonOf({ days, names, values: { rows, columns, data } }: ReadTable): string[] {
  const parts: string[] = [];
  let text = `{"dates":${JSON.stringify(days)},"series":{`;
  for (const [at, name] of names.entries()) {
    text += `${at === 0 ? "" : ","}${JSON.stringify(name)}:[`;
    for (let row = 0; row < rows; row++) {
      const value = data[row * columns + at] ?? NaN;
      text += `${row === 0 ? "" : ","}${Number.isFinite(value) ? value : "null"}`;
    }
    text += "]";
    if (text.length > PART_LETTERS) {
      parts.push(text);
      text = "";
    }
  }
  return [...parts, `${text}}}`];
}

/** Returns the parts of a history as CSV: a column of days and one for each asset, empty where a value is missing. */
export function csvOf({ days, names, values: { columns, data } }: ReadTable): string[] {
  const parts: string[] = [];
  let text = `date,${names.map(quoted).join(",")}\n`;
  for (const [row, day] of days.entries()) {
    text += day;
    for (let at = 0; at < columns; at++) {
      const value = data[row * columns + at] ?? NaN;
      text += Number.isFinite(value) ? `,${value}` : ",";
    }
    text += "\n";
    if (text.length > PART_LETTERS) {
      parts.push(text);
      text = "";
    }
  }
  return [...parts, text];
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
