import { doubtKind } from "../doubt_kind.ts";
import { counted } from "../sentence_parts.ts";

/** Note that measures of a portfolio use fewer returns than the estimates do. */
export const measuredOnCommonDays = doubtKind<{ returns: number; of: number }>({
  id: "measured_on_common_days",
  severity: "note",
  meaning:
    'With `history: "available"`, metrics, curves and simulations need a return of every asset, and so use only the ' +
    "days that all assets have, which are fewer than those of the estimates.",
  detail: (_assets, { returns, of }) =>
    `Metrics and curves use the ${counted(returns, "return")} of days that all assets have, the estimates up to ${of}`,
});
