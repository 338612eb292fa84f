import { csvCells } from "./csv_cells.ts";
import { columnsOfHeader } from "./listing_file.ts";

/**
 * Reads the industry of each symbol, or with `key` of each ISIN, from an `ind_…list.csv` file of the National Stock
 * Exchange of India. Throws `ListingFileError`.
 */
export function readIndustryList(text: string, key: "symbol" | "isin" = "symbol"): ReadonlyMap<string, string> {
  const [header, ...lines] = text.split(/\r\n|\n|\r/);
  const cell = columnsOfHeader(csvCells(header), {
    industry: ["Industry"],
    symbol: ["Symbol"],
    isin: ["ISIN Code", ""],
  });
  return new Map(
    lines.map(csvCells).map((cells) => [cell(cells, key), cell(cells, "industry")] as const)
      .filter(([named, industry]) => named !== "" && industry !== ""),
  );
}
