import type { Typefaces } from "./page_canvas.ts";
import type { Typeface } from "./typeface.ts";

/** Of the text in tables. */
export const TABLE_SIZE = 7.5;
const LINE_HEIGHT = 9.5;
const GAP = 8;
/** Of what a column begins with, where its words are wrapped. */
const HEAD_WIDTH_AT_LEAST = 72;
const CELL_WIDTH_AT_MOST = 110;
/** Of the page, for the first column. */
const LABEL_SHARE_AT_MOST = 0.3;

export interface TableColumn {
  readonly title: string;
  /** Numbers end below one another. */
  readonly align: "start" | "end";
  /** Of the width of the page; as wide as what stands in it if absent. */
  readonly share?: number;
}

/** Rows of text below a head; the first column names them. */
export interface ReportTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly string[])[];
}

/** Lines of each cell. */
interface LaidRow {
  readonly cells: readonly (readonly string[])[];
  readonly height: number;
}

/** As many columns as a page takes, in points from its left margin. */
export interface TableLayout {
  readonly columns: readonly { readonly left: number; readonly right: number; readonly align: "start" | "end" }[];
  readonly head: LaidRow;
  readonly rows: readonly LaidRow[];
  readonly size: number;
  readonly lineHeight: number;
  readonly width: number;
}

/**
 * The blocks of a table, each no wider than so much and with the first column: cells that are too wide go on in further
 * lines, so that nothing is cut.
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

/** The columns of each block, the first in all of them. */
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
