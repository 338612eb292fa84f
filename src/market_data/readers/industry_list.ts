import { csvCells } from "./csv_cells.ts";
import { columnsOfHeader } from "./listing_file.ts";

/**
 * The industry of each symbol of an index of the National Stock Exchange of India by its `ind_…list.csv`. Throws
 * `ListingFileError`.
 */
export function readIndustryList(text: string): ReadonlyMap<string, string> {
  const [header, ...lines] = text.split(/\r\n|\n|\r/);
  const cell = columnsOfHeader(csvCells(header), { industry: ["Industry"], symbol: ["Symbol"] });
  return new Map(
    lines.map(csvCells).map((cells) => [cell(cells, "symbol"), cell(cells, "industry")] as const)
      .filter(([symbol, industry]) => symbol !== "" && industry !== ""),
  );
}
