import { readAmfiNavList } from "./amfi_nav_list.ts";
import { readBseEquityList } from "./bse_equity_list.ts";
import type { SourceHistory } from "../series_history.ts";
import type { AskedSeries } from "./history_text.ts";
import type { ListingFile } from "./listing_file.ts";
import { readMfapiSchemeList } from "./mfapi_scheme_list.ts";
import { readMfapiValues } from "./mfapi_values.ts";
import { readNasdaqTraderList } from "./nasdaq_trader_list.ts";
import { readNseEquityList } from "./nse_equity_list.ts";
import { readYahooChart } from "./yahoo_chart.ts";

/** The layouts of lists, each with its reader, which throws a `ListingFileError` for what is no such list. */
export const LIST_LAYOUTS = {
  amfi_nav: readAmfiNavList,
  bse_equity: readBseEquityList,
  mfapi_schemes: readMfapiSchemeList,
  nasdaq_trader: readNasdaqTraderList,
  nse_equity: readNseEquityList,
} satisfies Readonly<Record<string, (text: string) => Promise<ListingFile>>>;

export type ListLayout = keyof typeof LIST_LAYOUTS;

/**
 * The layouts of histories, each with its reader, which throws a `HistoryTextError` for what is no such history; null
 * where the source says that it knows no such series.
 */
export const HISTORY_LAYOUTS = {
  mfapi_values: readMfapiValues,
  yahoo_chart: readYahooChart,
} satisfies Readonly<Record<string, (text: string, asked: AskedSeries) => SourceHistory | null>>;

export type HistoryLayout = keyof typeof HISTORY_LAYOUTS;
