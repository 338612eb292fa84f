import { assetId } from "../../domain/asset.ts";
import { columnsOfHeader, type ListingFile, NOT_TOLD, readLines } from "./listing_file.ts";

/** Exchange names for the letters in `otherlisted.txt`, as its publisher defines them. */
const EXCHANGES: Readonly<Record<string, string>> = {
  A: "NYSE American",
  M: "NYSE Texas",
  N: "NYSE",
  P: "NYSE Arca",
  V: "IEX",
  Z: "Cboe BZX",
};
const SYMBOL = /^[A-Z][A-Z0-9.$=^+-]{0,13}$/;
/** Last line of a Nasdaq Trader list, with its date: `File Creation Time: MMDDYYYYHH:MM`. */
const TRAILER = /^File Creation Time: *(\d{2})(\d{2})(\d{4})/;

/**
 * Reads the US shares and funds of `nasdaqlisted.txt` or `otherlisted.txt`, without test issues. Throws
 * `ListingFileError`.
 */
export async function readNasdaqTraderList(text: string): Promise<ListingFile> {
  const [header, ...lines] = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const cell = columnsOfHeader(header.split("|"), {
    symbol: ["Symbol", "ACT Symbol"],
    name: ["Security Name"],
    exchange: ["Exchange", ""],
    test: ["Test Issue"],
    etf: ["ETF", ""],
  });
  let asOf: string | null = null;
  const listings = await readLines(lines, (line) => {
    const [, month, day, year] = TRAILER.exec(line) ?? [];
    if (year !== undefined) asOf = `${year}-${month}-${day}`;
    const cells = line.split("|");
    const symbol = cell(cells, "symbol");
    if (year !== undefined || cell(cells, "test") === "Y") return [];
    if (cells.length < 3 || !SYMBOL.test(symbol)) return null;
    const letter = cell(cells, "exchange");
    return [{
      asset: assetId(`US:${symbol}`),
      name: cell(cells, "name") || symbol,
      market: "US" as const,
      currency: "USD" as const,
      exchange: letter === "" ? "NASDAQ" : EXCHANGES[letter] ?? letter,
      symbol,
      ...NOT_TOLD,
      isEtf: /^[YN]$/.test(cell(cells, "etf")) ? cell(cells, "etf") === "Y" : null,
    }];
  });
  return { listings, asOf };
}
