import type { SourceHistory } from "../series_history.ts";
import type { AskedSeries } from "./history_text.ts";
import { readMfapiValues } from "./mfapi_values.ts";
import { readYahooChart } from "./yahoo_chart.ts";

/**
 * The layouts of histories, each with its reader, which throws a `HistoryTextError` for what is no such history; null
 * where the source says that it knows no such series.
 */
export const HISTORY_LAYOUTS = {
  mfapi_values: readMfapiValues,
  yahoo_chart: readYahooChart,
} satisfies Readonly<Record<string, (text: string, asked: AskedSeries) => SourceHistory | null>>;

export type HistoryLayout = keyof typeof HISTORY_LAYOUTS;
