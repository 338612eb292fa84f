import { type Heading, headingOf } from "./heading.ts";
import type { TableRecord } from "./layout.ts";
import { looksLikeDay } from "./written_day.ts";

/** Two lines of headings: the names of assets, and their fields. */
export interface Levels {
  readonly names: TableRecord;
  readonly fields: TableRecord;
}

/**
 * Returns the nearest line above a header that makes two levels of headings with it in which no asset has a field
 * twice, with these levels; else the line directly above it, if that makes two levels at all. Notes such as the
 * currency of all columns may stand between the names of assets and their fields.
 */
export function nearestLevels(
  above: readonly TableRecord[],
  lower: TableRecord,
  dateAt: number,
): { readonly upper: TableRecord; readonly levels: Levels } | null {
  const found = above.toReversed().flatMap((upper) => {
    const levels = levelsOf(upper, lower, dateAt);
    return levels === null ? [] : [{ upper, levels }];
  });
  return found.find(({ levels }) => !hasFieldTwice(levels, dateAt)) ??
    found.find(({ upper }) => upper === above[above.length - 1]) ?? null;
}

/** Whether an asset has a field twice, figures aside. */
export function hasFieldTwice({ names, fields }: Levels, dateAt: number): boolean {
  const seen = new Set<string>();
  return names.cells.some((name, at) => {
    const field = headingOf(fields.cells[at] ?? "");
    if (at === dateAt || name === "" || field === "figure") return false;
    const both = `${field} ${name}`, isKnown = seen.has(both);
    seen.add(both);
    return isKnown;
  });
}

/** Returns two lines of headings as that of the assets and that of their fields; null where they are no two levels. */
function levelsOf(
  upper: TableRecord,
  lower: TableRecord,
  dateAt: number,
): Levels | null {
  if (upper.cells.length !== lower.cells.length || upper.cells.some((cell) => looksLikeDay(cell))) return null;
  const carried = { line: upper.line, cells: carriedOn(upper.cells, lower.cells.length, dateAt) };
  const areFieldsUpper = areFields(carried.cells, dateAt), areFieldsLower = areFields(lower.cells, dateAt);
  if (areFieldsUpper === areFieldsLower) return null;
  if (carried.cells.filter((cell, at) => at > dateAt && cell !== "").length === 0) return null;
  return areFieldsUpper ? { names: lower, fields: carried } : { names: carried, fields: lower };
}

/** Returns a line of headings with each blank cell after the days filled from the one before it, as if merged. */
function carriedOn(cells: readonly string[], width: number, dateAt: number): readonly string[] {
  let last = "";
  return Array.from({ length: width }, (_, at) => {
    const cell = cells[at] ?? "";
    if (at <= dateAt) return cell;
    if (cell !== "") last = cell;
    return last;
  });
}

function areFields(cells: readonly string[], dateAt: number): boolean {
  const beside = cells.filter((cell, at) => at !== dateAt && cell !== "" && headingOf(cell) !== "index");
  const fields: readonly (Heading | null)[] = ["close", "adjusted", "level", "figure"];
  return beside.length > 0 && beside.every((cell) => fields.includes(headingOf(cell)));
}
