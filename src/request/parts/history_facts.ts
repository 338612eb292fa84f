/** Type of the sizes of the assets' annual returns, as far as the checks of a request's numbers look at them. */
export interface AssetScale {
  /** Largest annual arithmetic mean return; null where no asset has returns. */
  readonly largestMean: number | null;
  /** Smallest, median and largest annual volatility of those above 0; null where none is. */
  readonly volatilities: { readonly smallest: number; readonly median: number; readonly largest: number } | null;
  /** Largest loss of any asset between two rows, as a positive fraction; null where there are no rows. */
  readonly worst: number | null;
}

/** Type of what the dates of a history within the days of its run say of a year. */
export interface HistoryCalendar {
  /** Number of periods in a year that follows from the frequency of the run and the weekdays of the dates. */
  readonly periods: number;
  /** Number of dates in a year on average; null of too few dates. */
  readonly datesPerYear: number | null;
  /** Usual distance of the dates in days; null of no two different dates. */
  readonly daysApart: number | null;
}

/** Type of the conversion of the prices in one currency to the base currency of a run. */
export interface ConvertedPrices {
  readonly currency: string;
  readonly assets: readonly string[];
  /** Smallest and largest rate on the days of the history. */
  readonly least: number;
  readonly most: number;
  /** Number of days whose rate is from a day before. */
  readonly filled: number;
}

/**
 * Type of all that the checks of a request's numbers look at in the rows of a history. Stored with the aligned history
 * of a run, it lets a later job of the run be checked without the rows.
 */
export interface HistoryFacts {
  /** Null of too few rows to say anything. */
  readonly scale: AssetScale | null;
  readonly calendar: HistoryCalendar;
  readonly conversions: readonly ConvertedPrices[];
}
