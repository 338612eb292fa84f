import { z } from "zod";
import type { PageRequest } from "../domain/page.ts";
import { wholeNumber } from "./query_fields.ts";

/** The query parameters of every paginated list. Cursors are made and checked by the store. */
export const pageQuery = {
  limit: wholeNumber({ min: 1, max: 100 }).default(20).meta({ description: "Items of a page at most" }),
  cursor: z.string().max(1_024).optional().meta({ description: "The next_cursor of the page before" }),
};

/** The page that a query asks for. */
export function pageRequest({ limit, cursor }: { limit: number; cursor?: string | undefined }): PageRequest {
  return { limit, cursor: cursor ?? null };
}

/** The body of a page. */
export function pageOf<Item extends z.ZodType>(item: Item, id: string): PageSchema<Item> {
  return z.strictObject({ items: z.array(item), next_cursor: z.string().nullable() }).meta({ id });
}

type PageSchema<Item extends z.ZodType> = z.ZodObject<
  { items: z.ZodArray<Item>; next_cursor: z.ZodNullable<z.ZodString> },
  z.core.$strict
>;
