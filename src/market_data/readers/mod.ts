import { readAmfiNavList } from "./amfi_nav_list.ts";
import { readBseEquityList } from "./bse_equity_list.ts";
import type { ListingFile } from "./listing_file.ts";
import { readMfapiSchemeList } from "./mfapi_scheme_list.ts";
import { readNasdaqTraderList } from "./nasdaq_trader_list.ts";
import { readNseEquityList } from "./nse_equity_list.ts";

/**
 * Layouts of published asset lists, each with its reader. A reader throws a `ListingFileError` for text in another
 * form.
 */
export const LIST_LAYOUTS = {
  amfi_nav: readAmfiNavList,
  bse_equity: readBseEquityList,
  mfapi_schemes: readMfapiSchemeList,
  nasdaq_trader: readNasdaqTraderList,
  nse_equity: readNseEquityList,
} satisfies Readonly<Record<string, (text: string) => Promise<ListingFile>>>;

export type ListLayout = keyof typeof LIST_LAYOUTS;
