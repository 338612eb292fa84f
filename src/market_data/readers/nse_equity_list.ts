import { assetId } from "../../domain/asset.ts";
import { csvCells } from "./csv_cells.ts";
import { dayOfText } from "./day_of_text.ts";
import {
  amountOrNull,
  columnsOfHeader,
  isinOrNull,
  type ListingFile,
  NOT_TOLD,
  readLines,
  textOrNull,
} from "./listing_file.ts";

const SYMBOL = /^[A-Z0-9][A-Z0-9&*.-]{0,19}$/;

/** Reads the shares of the National Stock Exchange of India from its `EQUITY_L.csv`. Throws `ListingFileError`. */
export async function readNseEquityList(text: string): Promise<ListingFile> {
  const [header, ...lines] = text.split(/\r\n|\n|\r/);
  const cell = columnsOfHeader(csvCells(header), {
    symbol: ["SYMBOL"],
    name: ["NAME OF COMPANY"],
    isin: ["ISIN NUMBER"],
    series: ["SERIES", ""],
    listedOn: ["DATE OF LISTING", ""],
    faceValue: ["FACE VALUE", ""],
  });
  const listings = await readLines(lines, (line) => {
    const cells = csvCells(line);
    const symbol = cell(cells, "symbol");
    if (!SYMBOL.test(symbol)) return null;
    return [{
      asset: assetId(`NSE:${symbol}`),
      name: cell(cells, "name") || symbol,
      market: "IN" as const,
      currency: "INR" as const,
      exchange: "NSE",
      symbol,
      ...NOT_TOLD,
      isin: isinOrNull(cell(cells, "isin")),
      series: textOrNull(cell(cells, "series")),
      listedOn: dayOfText(cell(cells, "listedOn")),
      faceValue: amountOrNull(cell(cells, "faceValue")),
    }];
  });
  return { listings, asOf: null };
}
