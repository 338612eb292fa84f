import { assetId } from "../../domain/asset.ts";
import { csvCells } from "./csv_cells.ts";
import {
  amountOrNull,
  columnsOfHeader,
  isinOrNull,
  type ListingFile,
  NOT_TOLD,
  readLines,
  textOrNull,
} from "./listing_file.ts";

/**
 * Reads the active shares of the Bombay Stock Exchange from its `Equity.csv`, whose rows have one field more than the
 * header. Throws `ListingFileError`.
 */
export async function readBseEquityList(text: string): Promise<ListingFile> {
  const [header, ...lines] = text.split(/\r\n|\n|\r/);
  const cell = columnsOfHeader(csvCells(header), {
    code: ["Security Code"],
    name: ["Security Name", "Issuer Name"],
    status: ["Status"],
    isin: ["ISIN No"],
    sector: ["Sector Name", "Industry", ""],
    securityId: ["Security Id", ""],
    group: ["Group", ""],
    faceValue: ["Face Value", ""],
  });
  const listings = await readLines(lines, (line) => {
    const cells = csvCells(line);
    const code = cell(cells, "code");
    if (!/^\d{1,8}$/.test(code)) return null;
    if (!/^active$/i.test(cell(cells, "status"))) return [];
    return [{
      asset: assetId(`BSE:${code}`),
      name: cell(cells, "name") || code,
      market: "IN" as const,
      currency: "INR" as const,
      exchange: "BSE",
      symbol: code,
      ...NOT_TOLD,
      isin: isinOrNull(cell(cells, "isin")),
      sector: textOrNull(cell(cells, "sector")),
      series: textOrNull(cell(cells, "group")),
      faceValue: amountOrNull(cell(cells, "faceValue")),
      securityId: textOrNull(cell(cells, "securityId").toUpperCase()),
    }];
  });
  return { listings, asOf: null };
}
