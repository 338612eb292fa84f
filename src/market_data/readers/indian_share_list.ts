import { assetId } from "../../domain/asset.ts";
import type { Listing } from "../provider.ts";
import { csvCells } from "./csv_cells.ts";
import { amountOrNull, columnsOfHeader, isinOrNull, type ListingFile, NOT_TOLD, readLines } from "./listing_file.ts";

/** Type of the fields that the lists of shares of both Indian exchanges, NSE and BSE, have. */
type CommonField = "symbol" | "name" | "isin" | "faceValue";

/** Form of the list of shares of an Indian exchange. */
export interface ShareListForm<Field extends string> {
  readonly exchange: "NSE" | "BSE";
  /** Names of the column of each field in the list of shares, as `columnsOfHeader` takes them. */
  readonly columns: Readonly<Record<CommonField | Field, readonly string[]>>;
  /** Form of the symbols of the exchange. A row with another symbol cannot be read. */
  readonly symbol: RegExp;
  /** Returns what the list of the exchange alone says about a share; null where the share is not traded. */
  readonly ownFields: (cell: (field: Field) => string) => Partial<Listing> | null;
}

/** Reads the shares of an Indian exchange from its list as CSV. Throws `ListingFileError`. */
export async function readIndianShareList<Field extends string>(
  text: string,
  { exchange, columns, symbol: form, ownFields }: ShareListForm<Field>,
): Promise<ListingFile> {
  const [header, ...lines] = text.split(/\r\n|\n|\r/);
  const cellOf = columnsOfHeader(csvCells(header), columns);
  const listings = await readLines(lines, (line) => {
    const cells = csvCells(line);
    const cell = (field: CommonField | Field): string => cellOf(cells, field);
    const symbol = cell("symbol");
    if (!form.test(symbol)) return null;
    const own = ownFields(cell);
    if (own === null) return [];
    return [{
      asset: assetId(`${exchange}:${symbol}`),
      name: cell("name") || symbol,
      market: "IN" as const,
      currency: "INR" as const,
      exchange,
      symbol,
      ...NOT_TOLD,
      isin: isinOrNull(cell("isin")),
      faceValue: amountOrNull(cell("faceValue")),
      ...own,
    }];
  });
  return { listings, asOf: null };
}
