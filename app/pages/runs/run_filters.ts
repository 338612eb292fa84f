/** Filters of the history, in the order in which the page shows them. */
export const FILTERS = ["search", "status", "tag", "market", "mode", "constraints"] as const;

export type FilterName = typeof FILTERS[number];

/** What the runs of a list have in common, as the service takes it. A filter that is not set is absent. */
export type RunFilters = Readonly<Partial<Record<FilterName, string>>>;

/** Returns the filters that an address names in its query. */
export function filtersOf(query: Readonly<Record<string, string>>): RunFilters {
  const set = FILTERS.map((name) => [name, (query[name] ?? "").trim()] as const).filter(([, value]) => value !== "");
  return Object.fromEntries(set);
}

/** Returns filters with another value of one of them; an empty text takes it away. */
export function withFilter(filters: RunFilters, name: FilterName, value: string): RunFilters {
  return filtersOf({ ...filters, [name]: value });
}

/** Returns the address of the history with filters. */
export function historyPath(filters: RunFilters): string {
  const query = new URLSearchParams(filters).toString();
  return query === "" ? "/app/runs" : `/app/runs?${query}`;
}
