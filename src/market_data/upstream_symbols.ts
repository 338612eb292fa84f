import type { SeriesId } from "./series_history.ts";
import type { SeriesName } from "./source.ts";

const INDICES: Readonly<Record<string, string>> = {
  NIFTY50: "^NSEI",
  SENSEX: "^BSESN",
  BANKNIFTY: "^NSEBANK",
  SP500: "^GSPC",
  NASDAQ100: "^NDX",
};

/**
 * Patterns for the suffixes of US symbols (preferred shares, warrants, units, rights, share classes), each with the way
 * Yahoo writes the suffix.
 */
const US_MARKS: readonly (readonly [mark: RegExp, written: string])[] = [
  [/\$([A-Z]?)$/, "-P$1"],
  [/\.WS?$/, "-WT"],
  [/\.U$/, "-UN"],
  [/\.R$/, "-RI"],
  [/\.([A-Z])$/, "-$1"],
];

/**
 * Returns the Yahoo symbol of an asset or index, such as `M&M.NS`, `RELIANCE.BO` for BSE code 500325 or `BRK-B` for
 * `US:BRK.B`; null for assets that Yahoo does not have. A Bombay exchange share goes by its letters, or by its code
 * where its list has no letters.
 */
export function yahooSymbol({ id, securityId }: SeriesName): string | null {
  const index = INDICES[id];
  if (index !== undefined) return index;
  const [exchange, symbol] = partsOf(id);
  if (symbol === "") return null;
  switch (exchange) {
    case "NSE":
      return `${symbol}.NS`;
    case "BSE":
      return `${securityId ?? symbol}.BO`;
    case "US": {
      const marked = US_MARKS.find(([mark]) => mark.test(symbol));
      return marked === undefined ? symbol : symbol.replace(...marked);
    }
    default:
      return null;
  }
}

/**
 * Returns the scheme code that the fund association and its mirrors use for a mutual fund; null where the series is not
 * a fund.
 */
export function schemeCode(series: SeriesId): string | null {
  const [exchange, code] = partsOf(series);
  return exchange === "MF" && /^\d{1,8}$/.test(code) ? code : null;
}

function partsOf(series: string): [exchange: string, symbol: string] {
  const at = series.indexOf(":");
  return [series.slice(0, Math.max(0, at)), series.slice(at + 1)];
}
