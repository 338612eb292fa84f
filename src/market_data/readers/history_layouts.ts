import type { SourceHistory } from "../series_history.ts";
import type { AskedSeries } from "./history_text.ts";
import { readMfapiValues } from "./mfapi_values.ts";
import { readYahooChart } from "./yahoo_chart.ts";

/**
 * Layouts of price histories, each with its reader. A reader throws a `HistoryTextError` for text in another form, and
 * returns null where the source says that it does not know the series.
 */
export const HISTORY_LAYOUTS = {
  mfapi_values: readMfapiValues,
  yahoo_chart: readYahooChart,
} satisfies Readonly<Record<string, (text: string, asked: AskedSeries) => SourceHistory | null>>;

export type HistoryLayout = keyof typeof HISTORY_LAYOUTS;
