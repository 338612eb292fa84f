import { type Heading, headingOf } from "./heading.ts";
import type { Layout, NoLayout, TableRecord, ValueColumn } from "./layout.ts";
import type { LayoutParts } from "./layout_parts.ts";
import { hasFieldTwice } from "./nearest_levels.ts";

/** Takes the adjusted close, or else the close, of each asset under two lines of headings. */
export function ofTwoLevels(
  { header, dateAt, hasDays, options }: LayoutParts,
  fields: TableRecord,
): Layout | NoLayout {
  if (hasFieldTwice({ names: header.record, fields }, dateAt)) {
    const what = `an asset has a field twice below ${listed(header.record.cells, dateAt)}`;
    return { problem: `Cannot tell which column holds the prices of an asset: ${what}`, line: fields.line };
  }
  const byName = new Map<string, Map<Heading | null, number>>();
  const leftOut: string[] = [];
  header.record.cells.forEach((name, at) => {
    if (at === dateAt || name === "") return;
    const field = fields.cells[at] ?? "", heading = headingOf(field);
    const known = byName.get(name) ?? new Map<Heading | null, number>();
    byName.set(name, known);
    if (heading === "figure" || known.has(heading)) leftOut.push(`${field} of ${name}`);
    else known.set(heading, at);
  });
  const columns: ValueColumn[] = [];
  const raw: string[] = [];
  for (const [name, places] of byName) {
    const close = places.get("close") ?? places.get("level"), adjusted = places.get("adjusted");
    const at = adjusted ?? close;
    if (at === undefined) continue;
    columns.push({ name, at, closeAt: close ?? at });
    if (adjusted === undefined) raw.push(name);
    else if (close !== undefined) leftOut.push(`${fields.cells[close] ?? ""} of ${name}`);
  }
  if (columns.length === 0) {
    return { problem: `Cannot find a close among the fields ${listed(fields.cells, dateAt)}`, line: fields.line };
  }
  const { dataFrom, record, notes } = header;
  const one = columns.length === 1 && options.isNamedByFile === true;
  return {
    form: "levels",
    dataFrom,
    header: record,
    dateAt,
    hasDays,
    symbolAt: -1,
    seriesAt: -1,
    currencyAt: -1,
    columns: one ? columns.map((column) => ({ ...column, name: options.name })) : columns,
    leftOut: { index: [], fields: leftOut, days: [] },
    notes,
    areCloses: true,
    taken: fields.cells[columns[0]?.at ?? -1] ?? null,
    rawClose: raw.length > 0 ? "Close" : null,
  };
}

function listed(cells: readonly string[], dateAt: number): string {
  const names = [...new Set(cells.filter((cell, at) => at !== dateAt && cell !== ""))].slice(0, 4);
  return names.map((name) => `"${name}"`).join(", ");
}
