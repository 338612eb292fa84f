import { z } from "zod";
import { wholeNumber } from "../../query_fields.ts";

const MOST_ITEMS = 50;
const MOST_PAGES = 999_999_999;

/** Schemas of the query parameters of every search besides the search text: limit, page and page size. */
export const searchPaging = {
  limit: wholeNumber({ min: 1, max: MOST_ITEMS }).default(20).meta({ description: "Largest number of results" }),
  page: wholeNumber({ min: 1, max: MOST_PAGES }).default(1),
  page_size: wholeNumber({ min: 1, max: MOST_ITEMS }).optional().meta({ description: "The limit if absent" }),
};

/** Returns the schema of a search text: `least` to 200 characters, not only blanks. */
export function searchText({ least }: { readonly least: 1 | 2 }): z.ZodString {
  const form = least === 1 ? /^(?=[\s\S]*\S)[\s\S]{1,200}$/u : /^(?=[\s\S]*\S)[\s\S]{2,200}$/u;
  return z.string().regex(form, `Must have ${least} to 200 characters, not only blanks`).meta({
    description: "Case, accents and punctuation make no difference",
  });
}

/** Returns the schema of a page of search results, named `id` in the OpenAPI document. */
export function foundBody<Item extends z.ZodType>(item: Item, id: string): FoundSchema<Item> {
  return z.strictObject({
    items: z.array(item),
    page: z.int(),
    page_size: z.int(),
    total: z.int().meta({ description: "Number of results, at most the limit" }),
  }).meta({ id });
}

type FoundSchema<Item extends z.ZodType> = z.ZodObject<
  { items: z.ZodArray<Item>; page: z.ZodInt; page_size: z.ZodInt; total: z.ZodInt },
  z.core.$strict
>;

interface Paging {
  readonly limit: number;
  readonly page: number;
  readonly page_size?: number | undefined;
}

/** Returns one page of the search results. Pages count from 1. */
export function pageOfFound<Item>(
  found: readonly Item[],
  { limit, page, page_size = limit }: Paging,
): { readonly items: readonly Item[]; readonly page: number; readonly page_size: number; readonly total: number } {
  const from = (page - 1) * page_size;
  return { items: found.slice(from, from + page_size), page, page_size, total: found.length };
}
