import type { SheetRow } from "../workbook/sheet.ts";
import { ColumnJudge } from "./column_judge.ts";
import type { ColumnChoice } from "./fitting_columns.ts";
import type { FoundTable } from "./found_table.ts";
import { isFigure } from "./is_figure.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import { type NamedColumns, namedColumns } from "./named_columns.ts";
import { placedColumns } from "./placed_columns.ts";
import { spreadRows } from "./spread_rows.ts";
import { isSumRow } from "./sum_row.ts";
import { TableCells } from "./table_cells.ts";
import { withoutColumns } from "./without_columns.ts";

/** Largest numbers of lines by which a column is looked for: to see what its cells hold, and to try choices. */
export const LINES_FOR_FORMS = 1_000;
const LINES_FOR_CHOICES = 60;
/** Fewest cells of a row that counts as a line when columns are looked for. */
const FEWEST_CELLS = 3;

/** A table whose columns are looked for: what its header tells, and what its cells hold. */
export class SearchedTable {
  readonly table: FoundTable;
  readonly layout: Layout;
  readonly rows: readonly SheetRow[];
  /** All lines; a part of them to see what columns hold; fewer to try choices of columns. */
  readonly all: TableCells;
  readonly forms: TableCells;
  readonly few: TableCells;
  readonly judge: ColumnJudge;
  readonly fewJudge: ColumnJudge;
  readonly told: NamedColumns;
  /** Columns that the header names and whose cells do not contradict it. */
  readonly named: ColumnChoice;
  /** Words that the header gives to cells that they cannot describe, or to several columns. */
  readonly doubtful: readonly string[];

  constructor(table: FoundTable, layout: Layout) {
    this.table = table;
    this.layout = layout;
    this.rows = table.rows.filter((row) => row.cells.size >= FEWEST_CELLS && !isSumRow(row));
    this.all = new TableCells(this.rows);
    this.forms = new TableCells(spreadRows(this.rows, LINES_FOR_FORMS));
    this.few = new TableCells(spreadRows(this.rows, LINES_FOR_CHOICES));
    this.judge = new ColumnJudge(this.all, layout.checks);
    this.fewJudge = new ColumnJudge(this.few, layout.checks);
    this.told = namedColumns(table, layout);
    const isAsWritten = this.isInOrder() && this.free(this.told.columns).length === 0;
    const contradicted = isAsWritten
      ? []
      : layout.columns.filter((column) => this.#isContradicted(column, this.told.columns));
    this.doubtful = [...this.told.repeated, ...contradicted.map(({ word }) => word)];
    this.named = withoutColumns(this.told.columns, contradicted.map(({ word }) => word));
  }

  /** Whether the names of the header are in the order of the brokerage. */
  isInOrder(): boolean {
    const order = this.layout.columns.map(({ word }) => this.told.columns.get(word)).filter((at) => at !== undefined);
    return order.every((at, i) => i === 0 || at > (order[i - 1] ?? at));
  }

  /** Whether the header names half of the brokerage's columns, so that it is not one that somebody wrote with fewer. */
  isNearlyWhole(): boolean {
    return 2 * this.told.columns.size >= this.layout.columns.length;
  }

  /**
   * Whether the header gives cells no name, or names that the brokerage does not use while one of its own is missing.
   */
  isDamaged(): boolean {
    if (this.doubtful.length > 0) return true;
    const named = this.told.columns;
    const lacksName = this.layout.columns.some(({ word, isFormer = false }) => !isFormer && !named.has(word));
    return this.free(named).some((column) =>
      this.table.headers.has(column) ? lacksName : !this.table.covered.has(column) || this.isNearlyWhole()
    );
  }

  /** Whether the cells of a named column cannot be what its header says. */
  #isContradicted(described: LayoutColumn, named: ColumnChoice): boolean {
    const { word, form } = described, column = named.get(word);
    if (column === undefined) return false;
    if (form !== "isin") return !this.forms.mayHold(column, described);
    return !this.forms.holds(column, "isin") &&
      this.forms.filled().some((other) => other !== column && this.forms.holds(other, "isin"));
  }

  /** Returns the columns of figures that every line needs. */
  needed(): readonly LayoutColumn[] {
    return this.layout.columns.filter(({ isNeeded = false, form }) => isNeeded && isFigure(form));
  }

  /** Returns the columns that stand in their place between known ones, and the texts of the layout that they are. */
  placed(known: ColumnChoice): ColumnChoice {
    return placedColumns(this.layout.columns, known, { table: this.table, cells: this.forms });
  }

  /** Returns the columns with values that have no known name. */
  free(known: ColumnChoice): readonly number[] {
    const taken = new Set(known.values());
    return this.all.filled().filter((column) => !taken.has(column));
  }

  /** Returns the name that the header gives to a column, where it is one of the brokerage. */
  nameAt(column: number): string | undefined {
    return [...this.told.columns].find(([, named]) => named === column)?.[0];
  }
}
