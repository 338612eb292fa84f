import type { ChartDescription } from "../charts/chart_description.ts";
import { CHART_GAP, layOutCharts, layOutOnePage, leastHeightOf, type PlacedChart } from "./chart_layout.ts";
import { PAGE, PageCanvas, type Typefaces } from "./page_canvas.ts";
import { layOutTable, type ReportTable, type TableLayout } from "./report_table.ts";

export const MARGIN = 48;
/** Width of a report's page between its margins, in points. */
export const CONTENT_WIDTH = PAGE.width - 2 * MARGIN;
const BOTTOM = PAGE.height - 60;
const TEXT_SIZE = 9;
const LINE_HEIGHT = 13;
const HEADING_SIZES = { 1: 17, 2: 11.5 } as const;
/** Height that must be left on the page for a heading and the content below it, by level, in points. */
const ROOM = { 1: 180, 2: 90 } as const;
/** Number of first rows of a report's table that are kept on one page with its header. */
const ROWS_TOGETHER = 3;
/** Height of the header of a report's table with its first rows, in points. */
const ROOM_OF_TABLE = 64;
/** Height that must be left on a page after charts for a heading of level 1 and the content below it, in points. */
export const ROOM_OF_CHAPTER = ROOM[1] + 18;
/** Height of a heading and one line of text below it, in points. */
const ROOM_OF_HEADING = 80;
/** Height of a heading and a chart below it, in points. */
export const ROOM_OF_CHART = 420;
/** Size of the area for charts on a report's page, in points. */
const CHART_PAGE = { width: CONTENT_WIDTH, height: BOTTOM - MARGIN } as const;

/** A heading of the report with its position and level. */
export interface Heading {
  readonly title: string;
  readonly level: 1 | 2;
  /** Index of the page of the report that the heading is on, from 0. */
  readonly page: number;
  /** Distance of the heading from the top of its page of the report, in points. */
  readonly y: number;
}

/** Fills pages of a report from top to bottom, and continues on a new page when one is full. */
export class ReportPages {
  readonly typefaces: Typefaces;
  readonly #pages: PageCanvas[] = [];
  readonly #headings: Heading[] = [];
  #y: number = MARGIN;

  constructor(typefaces: Typefaces) {
    this.typefaces = typefaces;
    this.newPage();
  }

  get pages(): readonly PageCanvas[] {
    return this.#pages;
  }

  get headings(): readonly Heading[] {
    return this.#headings;
  }

  newPage(): void {
    this.#pages.push(new PageCanvas(this.typefaces));
    this.#y = MARGIN;
  }

  /** Moves the current position on the report's page down by a height in points. */
  space(height: number): void {
    this.#y += height;
  }

  /** Starts a new page of the report if less than the given height in points is left on the current one. */
  ensure(height: number): void {
    if (this.#y + height > BOTTOM && this.#y > MARGIN) this.newPage();
  }

  /**
   * Adds a heading to the page and the outline of the report; headings of level 1 also appear in the table of contents.
   */
  heading(title: string, level: 1 | 2 = 1, { room = ROOM[level] }: { readonly room?: number } = {}): void {
    const size = HEADING_SIZES[level];
    this.ensure(room);
    if (this.#y > MARGIN) this.#y += level === 1 ? 18 : 10;
    this.#headings.push({ title, level, page: this.#pages.length - 1, y: this.#y });
    for (const line of this.typefaces.bold.lines(title, size, CONTENT_WIDTH)) {
      this.#y += size;
      this.#page.text(line, { x: MARGIN, y: this.#y, size, isBold: true });
      this.#y += 5;
    }
    this.#y += level === 1 ? 7 : 3;
  }

  /** Adds a level 1 heading to the report that stays on one page with the first of the charts below it. */
  chapter(title: string, charts: readonly ChartDescription[]): void {
    const [first] = charts;
    const room = first === undefined ? ROOM[1] : leastHeightOf(first, CHART_PAGE) + ROOM_OF_HEADING;
    this.heading(title, 1, { room });
  }

  /** Adds a paragraph of text to the report, wrapped to the width of the page. */
  paragraph(text: string, { isMuted = false, isBold = false, size = TEXT_SIZE } = {}): void {
    const typeface = isBold ? this.typefaces.bold : this.typefaces.regular;
    for (const line of typeface.lines(text, size, CONTENT_WIDTH)) {
      this.ensure(LINE_HEIGHT);
      this.#y += LINE_HEIGHT * size / TEXT_SIZE;
      this.#page.text(line, { x: MARGIN, y: this.#y - 3, size, isBold, paint: isMuted ? "muted" : "ink" });
    }
    this.#y += 4;
  }

  /**
   * Adds a table to the report. One that is wider than the page is split into blocks of columns; the header is repeated
   * on every page.
   */
  table(table: ReportTable): void {
    for (const block of layOutTable(table, this.typefaces, CONTENT_WIDTH)) {
      this.#block(block);
      this.#y += 12;
    }
  }

  /**
   * Adds charts to the report below one another, on as many pages as needed. `below` is the height in points that the
   * following content needs, by default that of a table.
   */
  charts(charts: readonly ChartDescription[], { below = ROOM_OF_TABLE }: { readonly below?: number } = {}): void {
    layOutCharts(charts, { ...CHART_PAGE, left: BOTTOM - this.#y, below }).forEach((placed, page) => {
      if (page > 0) this.newPage();
      this.#charts(placed);
    });
  }

  /** Adds charts to the report, all of them on the rest of the current page. */
  chartsOfOnePage(charts: readonly ChartDescription[]): void {
    this.#charts(layOutOnePage(charts, { ...CHART_PAGE, left: BOTTOM - this.#y }));
  }

  #charts(charts: readonly PlacedChart[]): void {
    for (const { drawing, scale } of charts) {
      this.#page.drawing(drawing, { x: MARGIN, y: this.#y, scale });
      this.#y += scale * drawing.height + CHART_GAP;
    }
  }

  get #page(): PageCanvas {
    return this.#pages[this.#pages.length - 1];
  }

  #block(block: TableLayout): void {
    const first = block.rows.slice(0, ROWS_TOGETHER).reduce((sum, { height }) => sum + height, 0);
    this.ensure(block.head.height + first);
    this.#row(block, block.head, { isHead: true, isStriped: false });
    block.rows.forEach((row, index) => {
      if (this.#y + row.height > BOTTOM) {
        this.newPage();
        this.#row(block, block.head, { isHead: true, isStriped: false });
      }
      this.#row(block, row, { isHead: false, isStriped: index % 2 === 1 });
    });
  }

  #row(
    { columns, size, lineHeight, width }: TableLayout,
    row: TableLayout["head"],
    { isHead, isStriped }: { readonly isHead: boolean; readonly isStriped: boolean },
  ): void {
    const page = this.#page;
    if (isStriped) page.rectangle({ x: MARGIN, y: this.#y, width, height: row.height, paint: "heat-10" });
    row.cells.forEach((lines, index) => {
      const { left, right, align } = columns[index];
      const x = MARGIN + (align === "end" ? right : left);
      const top = this.#y + (isHead ? row.height - lines.length * lineHeight - 2 : 1);
      lines.forEach((line, number) => {
        if (line === "") return;
        page.text(line, { x, y: top + (number + 1) * lineHeight - 2, size, isBold: isHead, anchor: align });
      });
    });
    this.#y += row.height;
    if (isHead) page.rule({ x: MARGIN, y: this.#y, width, paint: "axis" });
  }
}
