import { dayOfText } from "./day_of_text.ts";
import { readIndianShareList } from "./indian_share_list.ts";
import { type ListingFile, textOrNull } from "./listing_file.ts";

/** Reads the shares of the National Stock Exchange of India from its `EQUITY_L.csv`. Throws `ListingFileError`. */
export function readNseEquityList(text: string): Promise<ListingFile> {
  return readIndianShareList(text, {
    exchange: "NSE",
    columns: {
      symbol: ["SYMBOL"],
      name: ["NAME OF COMPANY"],
      isin: ["ISIN NUMBER"],
      series: ["SERIES", ""],
      listedOn: ["DATE OF LISTING", ""],
      faceValue: ["FACE VALUE", ""],
    },
    symbol: /^[A-Z0-9][A-Z0-9&*.-]{0,19}$/,
    ownFields: (cell) => ({ series: textOrNull(cell("series")), listedOn: dayOfText(cell("listedOn")) }),
  });
}
