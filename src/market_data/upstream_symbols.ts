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
 * What the exchanges put behind a US symbol, as Yahoo writes it: preferred shares, warrants, units, rights, classes.
 */
const US_MARKS: readonly (readonly [mark: RegExp, written: string])[] = [
  [/\$([A-Z]?)$/, "-P$1"],
  [/\.WS?$/, "-WT"],
  [/\.U$/, "-UN"],
  [/\.R$/, "-RI"],
  [/\.([A-Z])$/, "-$1"],
];

/**
 * The symbol of an asset or index at Yahoo: `M&M.NS`, `RELIANCE.BO` of the code 500325, `BRK-B` of `US:BRK.B`; null of
 * what it has not. A share of the Bombay exchange goes by its letters there, by its code where its list has none.
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

/** The scheme code of a fund at the fund association and its mirrors; null of what is no fund. */
export function schemeCode(series: SeriesId): string | null {
  const [exchange, code] = partsOf(series);
  return exchange === "MF" && /^\d{1,8}$/.test(code) ? code : null;
}

function partsOf(series: string): [exchange: string, symbol: string] {
  const at = series.indexOf(":");
  return [series.slice(0, Math.max(0, at)), series.slice(at + 1)];
}
