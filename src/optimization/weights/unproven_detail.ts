import type { AssetId } from "../../domain/asset.ts";
import { PROOF } from "../certify/proof.ts";
import { NEGLIGIBLE_WEIGHT } from "../program/rounding.ts";
import type { ShownAnswer } from "../refine/solve_without_negligible.ts";
import type { Certificate } from "../solution.ts";

/**
 * A sentence on why weights are not proven optimal: better weights hold so little of an asset that it counts as 0, the
 * data differ widely in size, or the certificate leaves a gap.
 */
export function unprovenDetail(
  { missed = [] }: ShownAnswer,
  { certificate, named, uneven }: {
    readonly certificate: Certificate;
    readonly named: (variable: number) => AssetId;
    readonly uneven: string | null;
  },
): string {
  const clauses = missed.length === 0
    ? [uneven ?? openClause(certificate)]
    : [missedClause(missed.map(named), certificate), ...uneven === null ? [] : [uneven]];
  return `The best weights found are not proven optimal: ${clauses.join("; ")}`;
}

function openClause({ dualityGap, dualResidual }: Certificate): string {
  return dualityGap < 1 && dualResidual <= PROOF.dual
    ? `other weights may be better by ${(100 * dualityGap).toPrecision(2)} % of the minimised objective`
    : "no multipliers were found that show how much better other weights may be";
}

function missedClause([first, ...others]: readonly AssetId[], { dualityGap }: Certificate): string {
  const by = dualityGap < 1 ? ` by ${dualityGap.toPrecision(2)} of the minimised objective` : "";
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `weights that are better${by} hold less than ${NEGLIGIBLE_WEIGHT} of ${first}${more}, which counts as 0`;
}
