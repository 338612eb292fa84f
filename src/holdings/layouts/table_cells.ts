import { isIsin } from "../matching/isin.ts";
import type { CellValue, SheetRow } from "../workbook/sheet.ts";
import { figureOf } from "./figures.ts";
import type { ColumnForm, LayoutColumn } from "./layout.ts";

/** Smallest number of decimal places that a column's figures are taken to be rounded to, and the largest. */
const FEWEST_DECIMALS = 2;
const MOST_DECIMALS = 6;
/** Significant digits of a figure that count; further ones are noise of floating-point arithmetic. */
const SIGNIFICANT_DIGITS = 12;
/** Share of the cells of a column that must have its form where its header does not name it. */
const OF_FORM = 0.9;

/** Fewest texts of which it can be said that each is another one. */
const FEWEST_DISTINCT = 5;

/** What the cells of one column hold, counted over the lines of a table. */
interface Counts {
  readonly filled: number;
  readonly texts: number;
  readonly isins: number;
  readonly numbers: number;
  readonly percents: number;
  readonly fractions: number;
}

/** Cells of the lines of a table by column, as far as they say what the columns hold. */
export class TableCells {
  readonly #rows: readonly SheetRow[];
  readonly #figures = new Map<number, readonly (number | null)[]>();
  readonly #counts = new Map<number, Counts>();
  readonly #roundings = new Map<number, number>();

  constructor(rows: readonly SheetRow[]) {
    this.#rows = rows;
  }

  get lines(): number {
    return this.#rows.length;
  }

  /** Returns the columns in which some line has a value, in order. */
  filled(): readonly number[] {
    const columns = new Set<number>();
    for (const { cells } of this.#rows) for (const column of cells.keys()) columns.add(column);
    return [...columns].sort((a, b) => a - b);
  }

  /** Returns the number of a line in a column, without a percent sign; null where the cell has no number. */
  figure(column: number, line: number): number | null {
    const known = this.#figures.get(column) ?? this.#rows.map(({ cells }) => numberOf(cells.get(column)));
    this.#figures.set(column, known);
    return known[line] ?? null;
  }

  /** Returns half of the last decimal place of the figures of a column. */
  rounding(column: number): number {
    const known = this.#roundings.get(column) ?? this.#roundingOf(column);
    this.#roundings.set(column, known);
    return known;
  }

  /** Whether nothing that a column holds contradicts a form: for a name that its header states. */
  mayHold(column: number, { form, isNeeded = false }: Pick<LayoutColumn, "form" | "isNeeded">): boolean {
    const { filled, texts, isins, numbers, percents, fractions } = this.#countsOf(column);
    if (filled === 0 || form === "isin") return true;
    if (form === "text") return isins < filled && (texts > 0 || (fractions === 0 && !isNeeded));
    if (form === "code") return fractions === 0 && isins === 0;
    if (texts + isins === 0 && percents === 0) return true;
    return form === "percentage" ? numbers + percents > 0 : numbers > 0;
  }

  /** Whether the cells of a column have a form so clearly that it can be known without a header. */
  holds(column: number, form: ColumnForm): boolean {
    const { filled, texts, isins, numbers, percents, fractions } = this.#countsOf(column);
    if (form === "isin") return isins > 0 && 2 * isins >= filled;
    const ofForm = {
      text: texts,
      code: fractions === 0 && isins === 0 ? filled : 0,
      number: numbers,
      percentage: numbers + percents,
    }[form];
    return filled > 0 && ofForm >= OF_FORM * filled;
  }

  /** Whether no line has a value in a column, or all say that there is none, as `-` does. */
  isEmpty(column: number): boolean {
    return this.#countsOf(column).filled === 0;
  }

  /** Whether a column has a number. */
  hasNumbers(column: number): boolean {
    return this.#rows.some((_, line) => this.figure(column, line) !== null);
  }

  /** Whether a column has a number other than 0. */
  hasFigures(column: number): boolean {
    return this.#rows.some((_, line) => (this.figure(column, line) ?? 0) !== 0);
  }

  /** Whether nearly every line has another text in a column, and there are enough lines to say so. */
  areDistinct(column: number): boolean {
    const texts = this.#rows.flatMap(({ cells }) => cells.get(column) ?? []).map(String);
    return texts.length >= FEWEST_DISTINCT && new Set(texts).size >= OF_FORM * texts.length;
  }

  /** Whether some line has no ISIN in a column. */
  lacksIsin(column: number): boolean {
    return this.#rows.some(({ cells }) => !isIsinCell(cells.get(column)));
  }

  #countsOf(column: number): Counts {
    const known = this.#counts.get(column) ?? countsOf(this.#rows.map(({ cells }) => cells.get(column)));
    this.#counts.set(column, known);
    return known;
  }

  #roundingOf(column: number): number {
    let decimals = FEWEST_DECIMALS;
    for (let line = 0; line < this.lines && decimals < MOST_DECIMALS; line++) {
      const figure = this.figure(column, line);
      if (figure !== null) decimals = Math.max(decimals, decimalsOf(figure));
    }
    return 0.5 * 10 ** -Math.min(decimals, MOST_DECIMALS);
  }
}

function countsOf(cells: readonly (CellValue | undefined)[]): Counts {
  const counts = { filled: 0, texts: 0, isins: 0, numbers: 0, percents: 0, fractions: 0 };
  for (const cell of cells) {
    if (cell === undefined || isNothing(cell)) continue;
    counts.filled++;
    const number = numberOf(cell);
    if (isIsinCell(cell)) counts.isins++;
    else if (number !== null && isPercent(cell)) counts.percents++;
    else if (number !== null) counts.numbers++;
    else if (typeof cell === "string") counts.texts++;
    if (number !== null && !Number.isInteger(number)) counts.fractions++;
  }
  return counts;
}

function numberOf(cell: CellValue | undefined): number | null {
  const figure = figureOf(typeof cell === "string" && isPercent(cell) ? cell.replace(/%\s*$/, "") : cell, "figure");
  return figure !== null && "value" in figure ? figure.value : null;
}

function isPercent(cell: CellValue): boolean {
  return typeof cell === "string" && /%\s*$/.test(cell);
}

function isNothing(cell: CellValue): boolean {
  return typeof cell === "string" && figureOf(cell, "figure") === null;
}

function isIsinCell(cell: CellValue | undefined): boolean {
  return typeof cell === "string" && isIsin(cell.replace(/\s+/g, "").toUpperCase());
}

function decimalsOf(figure: number): number {
  const text = String(Number(figure.toPrecision(SIGNIFICANT_DIGITS)));
  if (text.includes("e")) return MOST_DECIMALS;
  const point = text.indexOf(".");
  return point < 0 ? 0 : text.length - point - 1;
}
