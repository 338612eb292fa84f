import type { Matrix } from "../../src/domain/matrix.ts";
import { UsageError } from "../optimize/arguments.ts";
import { readCsvHistory } from "../../src/request/files/csv_history.ts";
import { readPieces } from "../optimize/read_text.ts";
import { factorMarket } from "./factor_market.ts";
import type { MarketShape } from "./row.ts";

/** Source of benchmark data. Returns the history of returns for a number of assets and observations. */
export type ReturnsSource = (shape: MarketShape) => Promise<Matrix>;

/** Returns the asset returns of the synthetic market with a given number of assets and observations. */
export function syntheticReturns(shape: MarketShape): Promise<Matrix> {
  return Promise.resolve(factorMarket(shape));
}

/**
 * Returns a source that reads `returns_<assets>_<observations>.csv` from a folder. The source throws `UsageError` where
 * the file cannot be used.
 */
export function returnsOfFolder(folder: string): ReturnsSource {
  return async ({ assets, observations }) => {
    const path = `${folder}/returns_${assets}_${observations}.csv`;
    const options = { kind: "returns", signal: new AbortController().signal } as const;
    const { table: { values }, faults } = await readCsvHistory(readPieces(path), options);
    if (faults.length > 0) throw new UsageError(`Cannot read "${path}": ${faults[0].detail}`);
    if (values.rows !== observations || values.columns !== assets) {
      throw new UsageError(`Cannot use "${path}": it is ${values.rows} × ${values.columns}`);
    }
    return values;
  };
}
