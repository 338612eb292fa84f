import { assetId } from "../../domain/asset.ts";
import { csvCells } from "./csv_cells.ts";
import { columnsOfHeader, type ListingFile, someListings, textOrNull } from "./listing_file.ts";

/** The stocks of the National Stock Exchange of India by its `EQUITY_L.csv`. Throws `ListingFileError`. */
export function readNseEquityList(text: string): ListingFile {
  const [header, ...lines] = text.split(/\r\n|\n|\r/);
  const cell = columnsOfHeader(csvCells(header), {
    symbol: ["SYMBOL"],
    name: ["NAME OF COMPANY"],
    isin: ["ISIN NUMBER"],
  });
  const listings = lines.map(csvCells).flatMap((cells) => {
    const symbol = cell(cells, "symbol");
    if (symbol === "") return [];
    return [{
      asset: assetId(`NSE:${symbol}`),
      name: cell(cells, "name") || symbol,
      market: "IN" as const,
      currency: "INR" as const,
      exchange: "NSE",
      symbol,
      isin: textOrNull(cell(cells, "isin")),
      sector: null,
      fund: null,
    }];
  });
  return { listings: someListings(listings), asOf: null };
}
