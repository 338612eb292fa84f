import { z } from "zod";
import { hasQuotes, QUOTES_NOTE } from "./text_of_account.ts";

const cell = z.union([z.string(), z.number(), z.null()]);
export type Cell = z.output<typeof cell>;

/** Schema of one page of a table in the answer of a tool. */
export const tablePage = z.strictObject({
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
  page: z.int(),
  pages: z.int(),
});

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Largest size of the rows of one page, in characters of JSON: an answer then has well under 25,000 tokens. */
const PAGE_CHARACTERS = 14_000;

/** Returns one page of a table, from 1; the last page for a number beyond it. The pages are the same for each call. */
export function pageOfTable({ columns, rows }: Table, page: number): z.output<typeof tablePage> {
  const pages: Cell[][][] = [[]];
  let size = 0;
  for (const row of rows) {
    const length = JSON.stringify(row).length + 1;
    const [first] = pages.slice(-1);
    if (size + length > PAGE_CHARACTERS && first !== undefined && first.length > 0) {
      pages.push([]);
      size = 0;
    }
    pages.at(-1)?.push([...row]);
    size += length;
  }
  const shown = Math.min(page, pages.length);
  return { columns: [...columns], rows: pages[shown - 1] ?? [], page: shown, pages: pages.length };
}

/**
 * Returns a page of a table as Markdown, with a line that says how to get the next page, and one about the texts of the
 * account where it has any.
 */
export function tableText({ columns, rows, page, pages }: z.output<typeof tablePage>): string {
  if (rows.length === 0) return "(no rows)";
  const lines = [columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cellText).join(" | ")} |`);
  return [
    ...lines,
    ...page < pages ? [`Page ${page} of ${pages}: ask again with "page": ${page + 1} for more.`] : [],
    ...lines.some(hasQuotes) ? [QUOTES_NOTE] : [],
  ].join("\n");
}

function cellText(value: Cell): string {
  if (value === null) return "";
  return typeof value === "number" ? numberText(value) : value.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** Returns a number as text with six significant digits at most. */
export function numberText(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}
