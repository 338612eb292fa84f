import type { Drawing } from "../charts/drawing.ts";
import { PAGE, PageCanvas, type Typefaces } from "./page_canvas.ts";
import { layOutTable, type ReportTable, type TableLayout } from "./report_table.ts";

export const MARGIN = 48;
/** Between the margins. */
export const CONTENT_WIDTH = PAGE.width - 2 * MARGIN;
const BOTTOM = PAGE.height - 60;
const TEXT_SIZE = 9;
const LINE_HEIGHT = 13;
const HEADING_SIZES = { 1: 17, 2: 11.5 } as const;
/** What a heading has below it on its page. */
const ROOM = { 1: 180, 2: 90 } as const;
/** Of a heading itself, with a line below it. */
const ROOM_OF_HEADING = 80;
/** That of a heading with a chart below it. */
export const ROOM_OF_CHART = 420;
/** Of a chart that stands alone on a page. */
const CHART_HEIGHT_AT_MOST = BOTTOM - MARGIN - 90;

/** A heading, where it stands and how deep. */
export interface Heading {
  readonly title: string;
  readonly level: 1 | 2;
  /** From 0. */
  readonly page: number;
  /** From the top. */
  readonly y: number;
}

/** Pages that are filled from top to bottom; what does not fit goes on to the next. */
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

  /** Goes on so much below. */
  space(height: number): void {
    this.#y += height;
  }

  /** Begins a page where less than so much is left of this one. */
  ensure(height: number): void {
    if (this.#y + height > BOTTOM && this.#y > MARGIN) this.newPage();
  }

  /** A heading, which is in the outline; one of level 1 is in the contents too. */
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

  /** A heading with charts below it, the first on its page. */
  chapter(title: string, charts: readonly Drawing[]): void {
    const [first] = charts;
    this.heading(title, 1, { room: first === undefined ? ROOM[1] : heightOf(first) + ROOM_OF_HEADING });
  }

  /** Words in lines as wide as the page. */
  paragraph(text: string, { isMuted = false, isBold = false, size = TEXT_SIZE } = {}): void {
    const typeface = isBold ? this.typefaces.bold : this.typefaces.regular;
    for (const line of typeface.lines(text, size, CONTENT_WIDTH)) {
      this.ensure(LINE_HEIGHT);
      this.#y += LINE_HEIGHT * size / TEXT_SIZE;
      this.#page.text(line, { x: MARGIN, y: this.#y - 3, size, isBold, paint: isMuted ? "muted" : "ink" });
    }
    this.#y += 4;
  }

  /** A table, in blocks of columns where it is wider than a page, its head on every page. */
  table(table: ReportTable): void {
    for (const block of layOutTable(table, this.typefaces, CONTENT_WIDTH)) {
      this.#block(block);
      this.#y += 12;
    }
  }

  /** A chart as wide as the page, or as high as there may be. */
  chart(drawing: Drawing, { height = CHART_HEIGHT_AT_MOST }: { readonly height?: number } = {}): void {
    const scale = scaleOf(drawing, height);
    this.ensure(scale * drawing.height);
    this.#page.drawing(drawing, { x: MARGIN, y: this.#y, scale });
    this.#y += scale * drawing.height + 10;
  }

  get #page(): PageCanvas {
    return this.#pages[this.#pages.length - 1];
  }

  #block(block: TableLayout): void {
    this.ensure(block.head.height + (block.rows[0]?.height ?? 0));
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

function scaleOf(drawing: Drawing, height: number): number {
  return Math.min(CONTENT_WIDTH / drawing.width, height / drawing.height);
}

/** Of a chart as wide as the page. */
function heightOf(drawing: Drawing): number {
  return scaleOf(drawing, CHART_HEIGHT_AT_MOST) * drawing.height;
}
