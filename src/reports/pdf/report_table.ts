import type { Typefaces } from "./page_canvas.ts";
import type { Typeface } from "./typeface.ts";

/** Font size of the text in the tables of a report, in points. */
export const TABLE_SIZE = 7.5;
const LINE_HEIGHT = 9.5;
const GAP = 8;
/**
 * Largest width that a table column of a report takes for its title alone, in points. A longer title is wrapped into
 * lines.
 */
const HEAD_WIDTH_AT_LEAST = 72;
const CELL_WIDTH_AT_MOST = 110;
/** Largest fraction of the page width that the first column of a report's table may take. */
const LABEL_SHARE_AT_MOST = 0.3;

export interface TableColumn {
  readonly title: string;
  /** Alignment of the cells of a table column; numbers are aligned at their end. */
  readonly align: "start" | "end";
  /** Fraction of the page width that the table column takes; as wide as its content if absent. */
  readonly share?: number;
}

/** Type of a report's table of text: a header and rows, whose first column names the rows. */
export interface ReportTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
}

/** Type of a row in a report's table: the text of each cell, wrapped into lines. */
interface LaidRow {
  readonly cells: readonly (readonly string[])[];
  readonly height: number;
}

/** A block of the columns of a report's table that fits on a page, in points from the left margin. */
export interface TableLayout {
  readonly columns: readonly { readonly left: number; readonly right: number; readonly align: "start" | "end" }[];
  readonly head: LaidRow;
  readonly rows: readonly LaidRow[];
  readonly size: number;
  readonly lineHeight: number;
  readonly width: number;
}

/**
 * Splits a table of a report into blocks that are no wider than `width` points, each with the first column. Cells that
 * are too wide are wrapped, so that nothing is cut off.
 */
export function layOutTable(table: ReportTable, typefaces: Typefaces, width: number): readonly TableLayout[] {
  const { columns, rows } = table;
  const widths = columns.map((column, index) =>
    column.share === undefined
      ? naturalWidth(column, rows.map((row) => row[index]), {
        typefaces,
        atMost: index === 0 ? LABEL_SHARE_AT_MOST * width : CELL_WIDTH_AT_MOST,
      })
      : column.share * width - GAP
  );
  return blocksOf(widths, width).map((indexes) => layOutBlock(table, indexes, { widths, typefaces }));
}

function naturalWidth(
  { title }: TableColumn,
  cells: readonly string[],
  { typefaces: { regular, bold }, atMost }: { readonly typefaces: Typefaces; readonly atMost: number },
): number {
  const head = Math.min(bold.width(title, TABLE_SIZE), HEAD_WIDTH_AT_LEAST);
  return Math.min(atMost, cells.reduce((widest, cell) => Math.max(widest, regular.width(cell, TABLE_SIZE)), head));
}

/** Returns the column numbers of each block into which a wide table is split; the first column is in all of them. */
function blocksOf(widths: readonly number[], width: number): readonly (readonly number[])[] {
  const blocks: number[][] = [[0]];
  let used = widths[0];
  for (let column = 1; column < widths.length; column++) {
    if (used + GAP + widths[column] > width + 0.01 && blocks[blocks.length - 1].length > 1) {
      blocks.push([0]);
      used = widths[0];
    }
    blocks[blocks.length - 1].push(column);
    used += GAP + widths[column];
  }
  return blocks;
}

function layOutBlock(
  { columns, rows }: ReportTable,
  indexes: readonly number[],
  { widths, typefaces }: { readonly widths: readonly number[]; readonly typefaces: Typefaces },
): TableLayout {
  let left = 0;
  const places = indexes.map((index) => {
    const place = { left, right: left + widths[index], align: columns[index].align };
    left = place.right + GAP;
    return place;
  });
  const laid = (cells: readonly string[], typeface: Typeface): LaidRow => {
    const lines = indexes.map((index) => typeface.lines(cells[index], TABLE_SIZE, widths[index] + 0.01));
    return { cells: lines, height: Math.max(...lines.map(({ length }) => length)) * LINE_HEIGHT + 3 };
  };
  return {
    columns: places,
    head: laid(columns.map(({ title }) => title), typefaces.bold),
    rows: rows.map((row) => laid(row, typefaces.regular)),
    size: TABLE_SIZE,
    lineHeight: LINE_HEIGHT,
    width: left - GAP,
  };
}
