import { readIndianShareList } from "./indian_share_list.ts";
import { type ListingFile, textOrNull } from "./listing_file.ts";

/**
 * Reads the active shares of the Bombay Stock Exchange from its `Equity.csv`, whose rows have one field more than the
 * header. Throws `ListingFileError`.
 */
export function readBseEquityList(text: string): Promise<ListingFile> {
  return readIndianShareList(text, {
    exchange: "BSE",
    columns: {
      symbol: ["Security Code"],
      name: ["Security Name", "Issuer Name"],
      status: ["Status"],
      isin: ["ISIN No"],
      sector: ["Sector Name", "Industry", ""],
      securityId: ["Security Id", ""],
      group: ["Group", ""],
      faceValue: ["Face Value", ""],
    },
    symbol: /^\d{1,8}$/,
    ownFields: (cell) =>
      /^active$/i.test(cell("status"))
        ? {
          sector: textOrNull(cell("sector")),
          series: textOrNull(cell("group")),
          securityId: textOrNull(cell("securityId").toUpperCase()),
        }
        : null,
  });
}
