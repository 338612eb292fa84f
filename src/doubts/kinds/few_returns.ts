import { doubtKind } from "../doubt_kind.ts";
import { counted } from "../sentence_parts.ts";

/** Note that the history has fewer returns than assets, so that its sample covariance is singular. */
export const fewReturns = doubtKind<{ returns: number; assets: number }>({
  id: "few_returns",
  severity: "note",
  meaning: "The history has fewer returns than assets: their sample covariance matrix is singular.",
  detail: (_assets, { returns, assets }) =>
    `${counted(returns, "return")} of ${
      counted(assets, "asset")
    }: the sample covariance is singular, and least risk may ` +
    "be an artefact of few returns; an estimator that shrinks needs fewer",
});
