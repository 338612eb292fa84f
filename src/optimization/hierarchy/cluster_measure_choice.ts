import { z } from "zod";
import { CLUSTER_MEASURES, type ClusterMeasure } from "./cluster_measures.ts";
import type { ChosenMeasure } from "./cluster_risks.ts";

/** A measure as an object of a request names it: by its word, with its parameters beside that. */
export interface NamedClusterMeasure {
  readonly risk_measure: string;
}

/**
 * The fields of a measure and of the parameters of all of them: an object that has them is to be refined by
 * `refuseOthersParameters` and completed by `withMeasureParameters`.
 */
export function clusterMeasureFields(): { readonly risk_measure: z.ZodType<string> } {
  return { risk_measure: z.enum(CLUSTER_MEASURES.ids).default("variance"), ...parametersOfAll() };
}

/** Tells each parameter that only other measures than the one named have, at its place. */
export function refuseOthersParameters(sent: NamedClusterMeasure, context: z.RefinementCtx): void {
  const own = shapeOf(measureOf(sent));
  for (const parameter of Object.keys(parametersOfAll())) {
    if (Object.hasOwn(own, parameter) || Reflect.get(sent, parameter) === undefined) continue;
    const message =
      `Cannot take "${parameter}" with the risk measure ${sent.risk_measure}, which has no such parameter; leave it out`;
    context.addIssue({ code: "custom", path: [parameter], message });
  }
}

/**
 * The same with the parameters of its measure filled in where they are left out; as it is where one is out of its
 * range, which has been told then.
 */
export function withMeasureParameters<Sent extends NamedClusterMeasure>(sent: Sent): Sent {
  const measure = measureOf(sent), parsed = measure.parameters.safeParse(ownOf(measure, sent));
  return parsed.success ? { ...sent, ...Object(parsed.data) } : sent;
}

/** The measure that an object names, with its parameters. Throws where there is no such measure. */
export function chosenMeasure(named: NamedClusterMeasure): ChosenMeasure {
  const measure = measureOf(named);
  return { measure, parameters: measure.parameters.parse(ownOf(measure, named)) };
}

function measureOf({ risk_measure: word }: NamedClusterMeasure): ClusterMeasure {
  const measure = CLUSTER_MEASURES.get(word);
  if (measure === undefined) throw new Error(`Cannot find measure of risk "${word}"`);
  return measure;
}

/** The fields of an object that are parameters of a measure. */
function ownOf(measure: ClusterMeasure, fields: object): object {
  const own = Object.keys(shapeOf(measure)).map((name) => [name, Reflect.get(fields, name)] as const);
  return Object.fromEntries(own.filter(([, value]) => value !== undefined));
}

/** The parameters of all measures, none of them required: what is left out is filled in by its measure. */
function parametersOfAll(): object {
  return Object.fromEntries(
    [...CLUSTER_MEASURES].flatMap((measure) =>
      Object.entries(shapeOf(measure)).map(([name, type]) => [name, optional(type)] as const)
    ),
  );
}

function optional(type: z.core.$ZodType): z.ZodOptional {
  return z.optional(type instanceof z.ZodDefault ? type.unwrap() : type);
}

function shapeOf({ id, parameters }: ClusterMeasure): Readonly<Record<string, z.core.$ZodType>> {
  if (parameters instanceof z.ZodObject) return parameters.shape;
  throw new Error(`Cannot read the parameters of the measure "${id}": they are no object`);
}
