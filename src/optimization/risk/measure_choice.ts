import type { z } from "zod";
import { RISK_MEASURES } from "./mod.ts";
import { namedMeasures } from "./named_measures.ts";
import type { RiskMeasure } from "./risk_measure.ts";

/** A measure of risk with its own parameters. */
export interface MeasureChoice<Parameters = unknown> {
  readonly measure: RiskMeasure;
  readonly parameters: Parameters;
}

/** A measure of risk as an object of a request names it: by its word, with its parameters beside that. */
export interface NamedMeasure {
  readonly measure: string;
}

const NAMED = namedMeasures(RISK_MEASURES, "measure");

/**
 * The fields of a measure and of the parameters of all measures: an object that has them is to be refined by
 * `refuseParametersOfOthers` and completed by `withOwnParameters`.
 */
export function measureFields(byDefault: string): { readonly measure: z.ZodType<string> } {
  return { measure: NAMED.word(byDefault), ...NAMED.parameters() };
}

/** Tells each parameter that only other measures than the one named have, at its place. */
export function refuseParametersOfOthers(sent: NamedMeasure, context: z.RefinementCtx): void {
  NAMED.refuseParametersOfOthers(sent, context);
}

/** The same with the parameters of its measure filled in where they are left out; as it is where one has a fault. */
export function withOwnParameters<Sent extends NamedMeasure>(sent: Sent): Sent {
  return NAMED.withOwnParameters(sent);
}

/** The measure that an object names, with its parameters. Throws where there is no such measure. */
export function measureChoice(named: NamedMeasure): MeasureChoice<object> {
  return NAMED.choice(named);
}
