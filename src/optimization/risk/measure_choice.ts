import { z } from "zod";
import { RISK_MEASURES } from "./mod.ts";
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

/**
 * The fields of a measure and of the parameters of all measures: an object that has them is to be refined by
 * `refuseParametersOfOthers` and completed by `withOwnParameters`.
 */
export function measureFields(byDefault: string): { readonly measure: z.ZodType<string> } {
  return { measure: z.enum(RISK_MEASURES.ids).default(byDefault), ...parametersOfAll() };
}

/** Tells each parameter that only other measures than the one named have, at its place. */
export function refuseParametersOfOthers(sent: NamedMeasure, context: z.RefinementCtx): void {
  const measure = RISK_MEASURES.get(sent.measure);
  if (measure === undefined) return;
  const own = shapeOf(measure);
  for (const parameter of Object.keys(parametersOfAll())) {
    if (Object.hasOwn(own, parameter) || Reflect.get(sent, parameter) === undefined) continue;
    const message =
      `Cannot take "${parameter}" with the measure ${measure.id}, which has no such parameter; leave it out`;
    context.addIssue({ code: "custom", path: [parameter], message });
  }
}

/** The same with the parameters of its measure filled in where they are left out; as it is where one has a fault. */
export function withOwnParameters<Sent extends NamedMeasure>(sent: Sent): Sent {
  const measure = RISK_MEASURES.get(sent.measure);
  const { success, data } = measure?.parameters.safeParse(ownFields(measure, sent)) ?? { success: false };
  return success ? { ...sent, ...Object(data) } : sent;
}

/** The measure that an object names, with its parameters. Throws where there is no such measure. */
export function measureChoice(named: NamedMeasure): MeasureChoice<object> {
  const measure = RISK_MEASURES.get(named.measure);
  if (measure === undefined) throw new Error(`Cannot find measure of risk "${named.measure}"`);
  return { measure, parameters: Object(measure.parameters.parse(ownFields(measure, named))) };
}

/** The parameters of a measure that an object has. */
function ownFields(measure: RiskMeasure, fields: NamedMeasure): object {
  const own = Object.keys(shapeOf(measure)).map((name) => [name, Reflect.get(fields, name)] as const);
  return Object.fromEntries(own.filter(([, value]) => value !== undefined));
}

/** The parameters of all measures, none of them required: what is left out is filled in by its measure. */
function parametersOfAll(): object {
  return Object.fromEntries(
    [...RISK_MEASURES].flatMap((measure) =>
      Object.entries(shapeOf(measure)).map(([name, type]) => [name, optional(type)] as const)
    ),
  );
}

function optional(type: z.core.$ZodType): z.ZodOptional {
  return z.optional(type instanceof z.ZodDefault ? type.unwrap() : type);
}

function shapeOf({ id, parameters }: RiskMeasure): Readonly<Record<string, z.core.$ZodType>> {
  if (parameters instanceof z.ZodObject) return parameters.shape;
  throw new Error(`Cannot read the parameters of the measure "${id}": they are no object`);
}
