import { DomainError } from "../../../domain/errors.ts";
import type { Page } from "../../../domain/page.ts";

/**
 * Returns a page of a list with each item as a JSON body. Items that were deleted after the page was read are left out.
 */
export async function presentPage<Item, Body>(
  { items, nextCursor }: Page<Item>,
  present: (item: Item) => Promise<Body>,
): Promise<{ items: Body[]; next_cursor: string | null }> {
  const bodies = await Promise.all(items.map((item) => present(item).catch(noneWhereGone)));
  return { items: bodies.flatMap((body) => body === null ? [] : [body]), next_cursor: nextCursor };
}

function noneWhereGone(error: unknown): null {
  if (error instanceof DomainError && error.code === "not_found") return null;
  throw error;
}
