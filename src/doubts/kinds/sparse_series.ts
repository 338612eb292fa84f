import { doubtKind } from "../doubt_kind.ts";
import { named, percent } from "../sentence_parts.ts";

type Facts = {
  /** The asset with the fewest values, of which the other facts are. */
  asset: string;
  days_apart: number;
  frequency: string;
  returns: number;
  /** Number of its returns that are 0 by filling. */
  still: number;
  /** Annual volatility of its returns as taken, and of its own values. */
  volatility: number;
  own_volatility: number;
  /** Frequency at which it has a value in each period; null where no history may have it. */
  meant: string | null;
};

/** Doubt about an asset with values of weeks or months among those of days. */
export const sparseSeries = doubtKind<Facts>({
  id: "sparse_series",
  severity: "wrong",
  meaning:
    "The values of an asset are farther apart than the frequency of the run says, with nothing or the last value on " +
    "the days between, so that most of its returns are 0 by filling.",
  detail: (assets, { asset, days_apart: days, frequency, returns, still, volatility, own_volatility: own, meant }) =>
    `${named(assets)} ${assets.length === 1 ? "has" : "have"} a value about every ${days} days among ${frequency} ` +
    `returns: ${still} of ${returns} returns${assets.length === 1 ? "" : ` of "${asset}"`} are filled with 0, which ` +
    `makes its volatility ${percent(volatility)} a year, ${percent(own)} by its own values, and hides how it moves ` +
    `with others: ${meant === null ? "" : `send "frequency": "${meant}", or `}leave it out`,
});
