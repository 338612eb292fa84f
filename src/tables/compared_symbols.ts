import type { FoundColumns, HeadedColumn } from "./headed_column.ts";
import type { LayoutOptions } from "./layout.ts";

/** Heading of a symbol that a chart program sets beside the fields of the one it shows: `NSE:NIFTY · close`. */
const COMPARED = /^(.+) · close$/i;

/**
 * Finds the close of one asset with those of others that a chart compares it with. Indicators beside them, whose
 * headings may be anything, are left out. Null where no heading is of a compared symbol.
 */
export function ofComparedSymbols(columns: readonly HeadedColumn[], { name }: LayoutOptions): FoundColumns | null {
  const own = columns.find(({ heading }) => heading === "close");
  const compared = columns.flatMap((column) => {
    const [, symbol] = COMPARED.exec(column.name) ?? [];
    return symbol === undefined ? [] : [{ name: symbol, at: column.at, closeAt: column.at }];
  });
  if (own === undefined || compared.length === 0) return null;
  const taken = [{ name, at: own.at, closeAt: own.at }, ...compared];
  return {
    layout: { form: "levels", columns: taken, areCloses: true, taken: own.name, rawClose: own.name },
    left: columns.filter(({ at }) => !taken.some((one) => one.at === at)),
  };
}
