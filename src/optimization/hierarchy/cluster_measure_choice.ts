import type { z } from "zod";
import { namedMeasures } from "../risk/named_measures.ts";
import { CLUSTER_MEASURES } from "./cluster_measures.ts";
import type { ChosenMeasure } from "./cluster_risks.ts";

/** The fields of a request that name a measure for splits: its id in `risk_measure`, and its parameters beside it. */
export interface NamedClusterMeasure {
  readonly risk_measure: string;
}

const NAMED = namedMeasures(CLUSTER_MEASURES, "risk_measure");

/**
 * Returns the schema fields of a measure and of the parameters of all measures. A schema with these fields must be
 * refined by `refuseParametersOfOthers` and completed by `withOwnParameters`.
 */
export function clusterMeasureFields(): { readonly risk_measure: z.ZodType<string> } {
  return { risk_measure: NAMED.word("variance"), ...NAMED.parameters() };
}

/** Reports each parameter that the named measure does not have, at its place. */
export function refuseParametersOfOthers(sent: NamedClusterMeasure, context: z.RefinementCtx): void {
  NAMED.refuseParametersOfOthers(sent, context);
}

/** Returns the object with the defaults of the measure's parameters filled in, unchanged if a parameter is faulty. */
export function withOwnParameters<Sent extends NamedClusterMeasure>(sent: Sent): Sent {
  return NAMED.withOwnParameters(sent);
}

/** Returns the measure that an object names, with its parameters. Throws an Error if there is no such measure. */
export function chosenMeasure(named: NamedClusterMeasure): ChosenMeasure {
  return NAMED.choice(named);
}
