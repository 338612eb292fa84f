import { PROOF } from "../../../src/optimization/certify/proof.ts";
import { numberFormatter } from "../../format/formatters.ts";
import { LOCALES } from "../../format/locale.ts";
import type { MethodResult } from "./run_documents.ts";

/** A sentence on why the weights of a method can be believed, and the look that it has. */
export interface Proof {
  readonly kind: "proven" | "formula" | "unproven" | "none";
  readonly sentence: string;
}

/** Returns in words what is proven of the weights of a method, with numbers as the reader's languages write them. */
export function proofInWords(
  { status, detail, certificate, objective }: Pick<MethodResult, "status" | "detail" | "certificate" | "objective">,
  locales = LOCALES,
): Proof {
  if (status === "computed") {
    return {
      kind: "formula",
      sentence: "These weights follow from a formula. The method seeks no optimum, so there is none to prove.",
    };
  }
  if (status === "optimal" && certificate !== null) {
    const gap = certificate.bound === null || objective === null
      ? certificate.duality_gap ?? 0
      : Math.abs(objective.value - certificate.bound) / Math.max(Math.abs(objective.value), Number.MIN_VALUE);
    return {
      kind: "proven",
      sentence: `Proven: no other weights that keep your rules are better by more than ${stepAbove(gap, locales)}.`,
    };
  }
  if (status === "not_proven") {
    const why = detail === null ? "" : ` ${detail}.`;
    return {
      kind: "unproven",
      sentence: `These weights keep your rules, but that none are better is not proven.${why}`,
    };
  }
  return { kind: "none", sentence: detail ?? `This method found no weights: ${status}` };
}

/** Writes the bound that a gap keeps, as a decimal number: 3e-11 as "0.0000001", 2e-7 as "0.000001". */
function stepAbove(gap: number, locales: readonly string[]): string {
  const places = Math.max(0, Math.floor(-Math.log10(Math.max(gap, PROOF.gap)) + 1e-9));
  const format = { minimumFractionDigits: places, maximumFractionDigits: places };
  return numberFormatter(locales, format).format(10 ** -places);
}
