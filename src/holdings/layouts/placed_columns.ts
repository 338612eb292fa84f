import type { FoundTable } from "./found_table.ts";
import type { LayoutColumn } from "./layout.ts";
import type { TableCells } from "./table_cells.ts";

/**
 * Returns the columns without a known name that stand where the brokerage has a column whose name is missing: between
 * the same neighbours, as many as are missing there, and with cells of the form that the brokerage has there. Former
 * columns have no place.
 */
export function placedColumns(
  columns: readonly LayoutColumn[],
  known: ReadonlyMap<string, number>,
  { table, cells }: { readonly table: FoundTable; readonly cells: TableCells },
): ReadonlyMap<string, number> {
  const ordered = columns.filter(({ word, isFormer = false }) => !isFormer || known.has(word));
  const present = [...new Set([...table.headers.keys(), ...cells.filled()])];
  const [first, last] = [Math.min(...present), Math.max(...present)];
  const placed = new Map<string, number>();
  for (const run of missingRuns(ordered, known)) {
    const begin = run.after === null ? first : known.get(run.after) ?? first;
    const end = run.before === null ? last : known.get(run.before) ?? last;
    const from = run.after === null ? begin : begin + 1, to = run.before === null ? end : end - 1;
    if (to - from + 1 !== run.missing.length) continue;
    const taken = new Set(known.values());
    const fits = run.missing.every(({ form }, i) =>
      !taken.has(from + i) && (cells.holds(from + i, form) || cells.isEmpty(from + i))
    );
    if (fits) run.missing.forEach(({ word }, i) => placed.set(word, from + i));
  }
  return placed;
}

/** Consecutive columns of a layout whose names are missing, and the known names around them. */
interface MissingRun {
  readonly after: string | null;
  readonly missing: readonly LayoutColumn[];
  readonly before: string | null;
}

function missingRuns(columns: readonly LayoutColumn[], known: ReadonlyMap<string, number>): readonly MissingRun[] {
  const runs: MissingRun[] = [];
  let after: string | null = null, missing: LayoutColumn[] = [];
  for (const column of columns) {
    if (!known.has(column.word)) {
      missing.push(column);
      continue;
    }
    if (missing.length > 0) runs.push({ after, missing, before: column.word });
    [after, missing] = [column.word, []];
  }
  if (missing.length > 0) runs.push({ after, missing, before: null });
  return runs;
}
