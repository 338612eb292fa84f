/** What one asset takes from the common history of all: rows of the history with it and without it. */
export interface TakenFromAll {
  readonly side: string;
  readonly date: string;
  readonly rows: number;
  readonly rows_without: number;
}

/** Says that one asset makes the common history short, and what leaving it out would give. */
export function whatItCosts(asset: string, { side, date, rows, rows_without: without }: TakenFromAll): string {
  const when = side === "starts_later" ? `starts on ${date}` : `ends on ${date}`;
  return `"${asset}" ${when} and leaves ${rows} of ${without} rows for all assets: leave it out to use the others' history`;
}
