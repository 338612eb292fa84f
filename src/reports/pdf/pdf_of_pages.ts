import fontkit from "@pdf-lib/fontkit";
import { type PDFDict, PDFDocument, PDFHexString, PDFName, type PDFPage, type PDFRef } from "pdf-lib";
import type { FontFiles } from "./load_fonts.ts";
import { FONT_NAMES, PAGE } from "./page_canvas.ts";
import { CONTENT_WIDTH, type Heading, MARGIN, ReportPages } from "./report_pages.ts";
import { Typeface } from "./typeface.ts";

const AUTHOR = "Portfolio Optimization Service";
const FOOT_SIZE = 7.5;
const ENTRY_HEIGHT = 20;

/** Metadata of a PDF document. */
export interface DocumentFacts {
  readonly title: string;
  /** Text at the foot of every page of the PDF document. */
  readonly footer: string;
  /**
   * Date in the metadata of the PDF, ISO 8601: the date of the reported figures, so that the same run always gives the
   * same document.
   */
  readonly date: string;
  /** Index of the page with the PDF's table of contents, from 0; null where there is none. */
  readonly contentsPage: number | null;
}

/**
 * Creates a PDF from the pages that `fill` draws, with page numbers, an outline and, where the metadata names a page
 * for it, a table of contents. The bytes are the same for the same pages and metadata.
 */
export async function pdfOfPages(
  { title, footer, date, contentsPage }: DocumentFacts,
  fonts: FontFiles,
  fill: (pages: ReportPages) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.registerFontkit(fontkit);
  const [regular, bold] = [
    await document.embedFont(fonts.regular, { subset: true }),
    await document.embedFont(fonts.bold, { subset: true }),
  ];
  const pages = new ReportPages({ regular: new Typeface(regular), bold: new Typeface(bold) });
  fill(pages);
  paintFooters(pages, footer);
  if (contentsPage !== null) paintContents(pages, contentsPage);
  const made = pages.pages.map((canvas) => {
    const page = document.addPage([PAGE.width, PAGE.height]);
    page.node.setFontDictionary(PDFName.of(FONT_NAMES.regular), regular.ref);
    page.node.setFontDictionary(PDFName.of(FONT_NAMES.bold), bold.ref);
    for (const [name, opacity] of canvas.opacities) {
      page.node.setExtGState(PDFName.of(name), document.context.obj({ ca: opacity, CA: opacity }));
    }
    page.node.addContentStream(document.context.register(document.context.flateStream(canvas.content)));
    return page;
  });
  if (contentsPage !== null) linkContents(document, { page: made[contentsPage], made, pages });
  addOutline(document, made, pages.headings);
  tellFacts(document, { title, date });
  const bytes = await document.save({ useObjectStreams: true });
  return new Uint8Array(bytes);
}

function tellFacts(document: PDFDocument, { title, date }: { readonly title: string; readonly date: string }): void {
  const made = new Date(date);
  document.setTitle(title.toWellFormed(), { showInWindowTitleBar: true });
  document.setAuthor(AUTHOR);
  document.setCreator(AUTHOR);
  document.setProducer(AUTHOR);
  document.setLanguage("en");
  document.setCreationDate(made);
  document.setModificationDate(made);
}

function paintFooters({ pages, typefaces }: ReportPages, footer: string): void {
  const y = PAGE.height - 34;
  pages.forEach((page, index) => {
    const count = `${index + 1} / ${pages.length}`;
    const text = typefaces.regular.fitted(footer, FOOT_SIZE, CONTENT_WIDTH - 60);
    page.rule({ x: MARGIN, y: y - 12, width: CONTENT_WIDTH });
    page.text(text, { x: MARGIN, y, size: FOOT_SIZE, paint: "muted" });
    page.text(count, { x: MARGIN + CONTENT_WIDTH, y, size: FOOT_SIZE, paint: "muted", anchor: "end" });
  });
}

/** Returns the headings of a PDF document that its table of contents lists, with their y positions there. */
function entriesOf({ headings }: ReportPages): readonly { readonly heading: Heading; readonly y: number }[] {
  return headings.filter(({ level }) => level === 1)
    .map((heading, index) => ({ heading, y: MARGIN + 58 + index * ENTRY_HEIGHT }));
}

function paintContents(pages: ReportPages, page: number): void {
  const canvas = pages.pages[page];
  canvas.text("Contents", { x: MARGIN, y: MARGIN + 17, size: 17, isBold: true });
  for (const { heading, y } of entriesOf(pages)) {
    canvas.text(pages.typefaces.regular.fitted(heading.title, 10, CONTENT_WIDTH - 40), { x: MARGIN, y, size: 10 });
    canvas.text(String(heading.page + 1), { x: MARGIN + CONTENT_WIDTH, y, size: 10, anchor: "end" });
    canvas.rule({ x: MARGIN, y: y + 6, width: CONTENT_WIDTH });
  }
}

/** Links each entry of the PDF's table of contents to its heading. */
function linkContents(
  { context }: PDFDocument,
  { page, made, pages }: { readonly page: PDFPage; readonly made: readonly PDFPage[]; readonly pages: ReportPages },
): void {
  const links = entriesOf(pages).map(({ heading, y }) =>
    context.register(context.obj({
      Type: "Annot",
      Subtype: "Link",
      Rect: [MARGIN, PAGE.height - y - 6, MARGIN + CONTENT_WIDTH, PAGE.height - y + 12],
      Border: [0, 0, 0],
      Dest: destinationOf(heading, made),
    }))
  );
  page.node.set(PDFName.of("Annots"), context.obj(links));
}

function destinationOf({ page, y }: Heading, made: readonly PDFPage[]): (PDFRef | string | number | null)[] {
  return [made[page].ref, "XYZ", 0, PAGE.height - y + 12, null];
}

/** Adds the outline of a PDF document. A heading of level 2 is a child of the level 1 heading before it. */
function addOutline(document: PDFDocument, made: readonly PDFPage[], headings: readonly Heading[]): void {
  const { context } = document;
  if (headings.length === 0) return;
  const root = context.nextRef();
  const items = headings.map((heading) => ({ heading, ref: context.nextRef() }));
  const parents = headings.map((heading, index) =>
    heading.level === 1 ? -1 : headings.findLastIndex(({ level }, other) => level === 1 && other < index)
  );
  const childrenOf = (parent: number): readonly number[] =>
    parents.flatMap((one, index) => one === parent ? [index] : []);
  const family = (parent: number): Record<string, PDFRef | number> => {
    const children = childrenOf(parent);
    if (children.length === 0) return {};
    return {
      First: items[children[0]].ref,
      Last: items[children[children.length - 1]].ref,
      Count: parent === -1 ? children.length : -children.length,
    };
  };
  items.forEach(({ heading, ref }, index) => {
    const siblings = childrenOf(parents[index]), place = siblings.indexOf(index);
    const entry: PDFDict = context.obj({
      Parent: parents[index] === -1 ? root : items[parents[index]].ref,
      ...place > 0 ? { Prev: items[siblings[place - 1]].ref } : {},
      ...place < siblings.length - 1 ? { Next: items[siblings[place + 1]].ref } : {},
      ...family(index),
      Dest: destinationOf(heading, made),
    });
    entry.set(PDFName.of("Title"), PDFHexString.fromText(heading.title.toWellFormed()));
    context.assign(ref, entry);
  });
  context.assign(root, context.obj({ Type: "Outlines", ...family(-1) }));
  document.catalog.set(PDFName.of("Outlines"), root);
}
