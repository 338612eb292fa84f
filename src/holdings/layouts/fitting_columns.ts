import { ColumnJudge, MAY_DISAGREE, type Verdict } from "./column_judge.ts";
import type { Check } from "./checks/check.ts";
import type { LayoutColumn } from "./layout.ts";
import type { TableCells } from "./table_cells.ts";

/** Type of a choice of columns by their normalised names. */
export type ColumnChoice = ReadonlyMap<string, number>;

export interface FittingQuestion {
  /** Columns of the layout that are looked for. */
  readonly wanted: readonly LayoutColumn[];
  /** Columns that are known and stay so. */
  readonly known: ColumnChoice;
  /** Columns of the table that may be one of those wanted. */
  readonly free: readonly number[];
  readonly checks: readonly Check[];
  /** Whether the figures of a few lines may disagree. */
  readonly isLenient: boolean;
}

/** Number of partial choices after which a search gives up. A statement of twenty columns needs a few thousand. */
const MOST_TRIED = 30_000;

/**
 * Returns the choices of columns with which the most checks can be made and every one of them fits. A column that no
 * check confirms is never chosen. Returns null where there are too many choices to try.
 */
export function fittingColumns(cells: TableCells, question: FittingQuestion): readonly ColumnChoice[] | null {
  const { wanted, known, free, checks, isLenient } = question;
  const judge = new ColumnJudge(cells, checks);
  const sought = inOrderOfChecks(wanted, checks);
  let best: ColumnChoice[] = [], most = 1, tried = 0;

  const visit = (at: number, columns: ColumnChoice): void => {
    if (++tried > MOST_TRIED) return;
    const verdict = judge.verdictOn(columns);
    if (!fits(verdict, isLenient)) return;
    const undecided = new Set(sought.slice(at).map(({ word }) => word));
    const possible = checks.filter(({ words }) => words.every((word) => columns.has(word) || undecided.has(word)));
    if (possible.length < most) return;
    const next = sought[at];
    if (next !== undefined) return visitNext(next, at, columns);
    if (!sought.every(({ word }) => !columns.has(word) || verdict.confirmed.has(word))) return;
    if (verdict.passed.length > most) best = [];
    most = Math.max(most, verdict.passed.length);
    if (verdict.passed.length === most) best.push(columns);
  };

  const visitNext = (next: LayoutColumn, at: number, columns: ColumnChoice): void => {
    const taken = new Set(columns.values());
    for (const column of free) {
      if (!taken.has(column) && cells.holds(column, next.form)) {
        visit(at + 1, new Map([...columns, [next.word, column]]));
      }
    }
    if (next.isNeeded !== true) visit(at + 1, columns);
  };

  visit(0, known);
  return tried > MOST_TRIED ? null : best;
}

function fits({ failed }: Verdict, isLenient: boolean): boolean {
  return failed.every(({ lines, of }) => lines.length <= (isLenient ? MAY_DISAGREE * of : 0));
}

/** Returns those of the columns that checks are about, so that each check can be made as early as possible. */
function inOrderOfChecks(wanted: readonly LayoutColumn[], checks: readonly Check[]): readonly LayoutColumn[] {
  const words = [...new Set(checks.flatMap(({ words }) => words))];
  return words.flatMap((word) => wanted.filter((column) => column.word === word));
}
