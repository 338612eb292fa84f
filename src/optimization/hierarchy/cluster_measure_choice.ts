import type { z } from "zod";
import { namedMeasures } from "../risk/named_measures.ts";
import { CLUSTER_MEASURES } from "./cluster_measures.ts";
import type { ChosenMeasure } from "./cluster_risks.ts";

/** A measure to split weight by, as an object of a request names it: by its word, with its parameters beside that. */
export interface NamedClusterMeasure {
  readonly risk_measure: string;
}

const NAMED = namedMeasures(CLUSTER_MEASURES, "risk_measure");

/**
 * The fields of a measure and of the parameters of all of them: an object that has them is to be refined by
 * `refuseParametersOfOthers` and completed by `withOwnParameters`.
 */
export function clusterMeasureFields(): { readonly risk_measure: z.ZodType<string> } {
  return { risk_measure: NAMED.word("variance"), ...NAMED.parameters() };
}

/** Tells each parameter that only other measures than the one named have, at its place. */
export function refuseParametersOfOthers(sent: NamedClusterMeasure, context: z.RefinementCtx): void {
  NAMED.refuseParametersOfOthers(sent, context);
}

/** The same with the parameters of its measure filled in where they are left out; as it is where one has a fault. */
export function withOwnParameters<Sent extends NamedClusterMeasure>(sent: Sent): Sent {
  return NAMED.withOwnParameters(sent);
}

/** The measure that an object names, with its parameters. Throws where there is no such measure. */
export function chosenMeasure(named: NamedClusterMeasure): ChosenMeasure {
  return NAMED.choice(named);
}
