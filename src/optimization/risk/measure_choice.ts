import type { z } from "zod";
import { RISK_MEASURES } from "./mod.ts";
import { namedMeasures } from "./named_measures.ts";
import type { RiskMeasure } from "./risk_measure.ts";

/** A measure of risk with its own parameters. */
export interface MeasureChoice<Parameters = unknown> {
  readonly measure: RiskMeasure;
  readonly parameters: Parameters;
}

/** The fields of a request that name a measure of risk: its id in `measure`, and its parameters beside it. */
export interface NamedMeasure {
  readonly measure: string;
}

const NAMED = namedMeasures(RISK_MEASURES, "measure");

/**
 * Returns the schema fields of a measure and of the parameters of all measures. A schema with these fields must be
 * refined by `refuseParametersOfOthers` and completed by `withOwnParameters`.
 */
export function measureFields(byDefault: string): { readonly measure: z.ZodType<string> } {
  return { measure: NAMED.word(byDefault), ...NAMED.parameters() };
}

/** Reports each parameter that the named measure does not have, at its place. */
export function refuseParametersOfOthers(sent: NamedMeasure, context: z.RefinementCtx): void {
  NAMED.refuseParametersOfOthers(sent, context);
}

/** Returns the object with the defaults of the measure's parameters filled in, unchanged if a parameter is faulty. */
export function withOwnParameters<Sent extends NamedMeasure>(sent: Sent): Sent {
  return NAMED.withOwnParameters(sent);
}

/** Returns the measure that an object names, with its parameters. Throws an Error if there is no such measure. */
export function measureChoice(named: NamedMeasure): MeasureChoice<object> {
  return NAMED.choice(named);
}
