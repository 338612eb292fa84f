import type { Check, LineFigures } from "./checks/check.ts";
import type { TableCells } from "./table_cells.ts";

/** A check with lines whose figures do not agree. */
export interface FailedCheck {
  readonly check: Check;
  /** Indexes of the lines whose figures do not agree. */
  readonly lines: readonly number[];
  /** Number of lines that allow the check. */
  readonly of: number;
}

/** Result of checking the figures of the lines of a table. */
export interface Verdict {
  /** Checks that most lines allow and whose figures agree in nearly all of these. */
  readonly passed: readonly Check[];
  readonly failed: readonly FailedCheck[];
  /** Words of the columns that some passed check is about. */
  readonly confirmed: ReadonlySet<string>;
}

/** Largest share of the lines in which the figures of a check that passes may disagree. */
export const MAY_DISAGREE = 0.1;

/** Judges choices of columns of one table by the checks of its layout. Each check is made once for the same columns. */
export class ColumnJudge {
  readonly #cells: TableCells;
  readonly #checks: readonly Check[];
  readonly #counts = new Map<string, Count>();

  constructor(cells: TableCells, checks: readonly Check[]) {
    this.#cells = cells;
    this.#checks = checks;
  }

  /** Makes all checks for which a choice has the columns. */
  verdictOn(columns: ReadonlyMap<string, number>): Verdict {
    const passed: Check[] = [], failed: FailedCheck[] = [];
    for (const [i, check] of this.#checks.entries()) {
      if (!check.words.every((word) => columns.has(word))) continue;
      const key = [i, ...[...check.words, ...check.optional].map((word) => columns.get(word) ?? "")].join();
      const count = this.#counts.get(key) ?? counted(this.#cells, columns, check);
      this.#counts.set(key, count);
      const { agreeing, disagreeing, possible } = count, of = agreeing + disagreeing.length;
      if (disagreeing.length > 0) failed.push({ check, lines: disagreeing, of });
      if (of > 0 && 2 * of >= possible && disagreeing.length <= MAY_DISAGREE * of) passed.push(check);
    }
    return { passed, failed, confirmed: new Set(passed.flatMap(({ words }) => words)) };
  }
}

interface Count {
  readonly agreeing: number;
  readonly disagreeing: readonly number[];
  /** Number of lines that have a figure in the first column of the check. */
  readonly possible: number;
}

function counted(cells: TableCells, columns: ReadonlyMap<string, number>, check: Check): Count {
  let agreeing = 0, possible = 0;
  const disagreeing: number[] = [];
  for (let line = 0; line < cells.lines; line++) {
    const figures = figuresAt(cells, columns, line);
    const [first] = check.words;
    if (first !== undefined && (figures.of(first) ?? 0) !== 0) possible++;
    const agrees = check.agrees(figures);
    if (agrees === true) agreeing++;
    else if (agrees === false) disagreeing.push(line);
  }
  return { agreeing, disagreeing, possible };
}

function figuresAt(cells: TableCells, columns: ReadonlyMap<string, number>, line: number): LineFigures {
  return {
    of(word) {
      const column = columns.get(word);
      return column === undefined ? null : cells.figure(column, line);
    },
    rounding(word) {
      const column = columns.get(word);
      return column === undefined ? 0 : cells.rounding(column);
    },
  };
}
