/** Largest number of items that the service sends on a page. */
const PAGE_ITEMS = 100;

/** A page of a list of the service. */
interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/**
 * Reads a list of the service to its end, page by page. For short lists, such as keys; a page of the console shows long
 * ones a page at a time.
 */
export async function allPages<Item>(
  read: (query: { readonly limit: number; readonly cursor?: string }) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let page = await read({ limit: PAGE_ITEMS });
  items.push(...page.items);
  while (page.next_cursor !== null) {
    page = await read({ limit: PAGE_ITEMS, cursor: page.next_cursor });
    items.push(...page.items);
  }
  return items;
}
