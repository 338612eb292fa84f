import { z } from "zod";
import { lettingIn } from "../../domain/fields_by_word.ts";
import type { Registry } from "../../domain/registry.ts";

/** An entry of a list of measures that requests may name. */
interface Measure {
  readonly id: string;
  /** Schema of the parameters, an object. */
  readonly parameters: z.ZodType;
}

/**
 * Schemas and readers for a list of measures. A request names a measure by its id in one field, with the parameters
 * beside that field.
 */
export interface NamedMeasures<Listed extends Measure> {
  word(byDefault: string): z.ZodType<string>;
  /** Schema fields of the parameters of all measures, all optional. */
  parameters(): object;
  /** Reports each parameter that the named measure does not have, at its place. */
  refuseParametersOfOthers(sent: object, context: z.RefinementCtx): void;
  /** Returns the object with the defaults of the measure's parameters filled in, unchanged if a parameter is faulty. */
  withOwnParameters<Sent extends object>(sent: Sent): Sent;
  /** Returns the measure that an object names, with its parameters. Throws an Error if there is no such measure. */
  choice(named: object): { readonly measure: Listed; readonly parameters: object };
}

/** Returns the schemas and readers for a list of measures that requests name in `field`. */
export function namedMeasures<Listed extends Measure>(
  measures: Registry<Listed>,
  field: string,
): NamedMeasures<Listed> {
  const named = (sent: object): Listed | undefined => measures.get(String(Reflect.get(sent, field)));
  return {
    word: (byDefault) =>
      lettingIn(
        z.enum(measures.ids).default(byDefault).meta({ description: "The name of the measure of risk" }),
        Object.fromEntries([...measures].map((measure) => [measure.id, Object.keys(shapeOf(measure))])),
      ),
    parameters: () => parametersOfAll(measures),
    refuseParametersOfOthers(sent, context) {
      const measure = named(sent);
      if (measure === undefined) return;
      const own = shapeOf(measure);
      for (const parameter of Object.keys(parametersOfAll(measures))) {
        if (Object.hasOwn(own, parameter) || Reflect.get(sent, parameter) === undefined) continue;
        const message =
          `Cannot take "${parameter}" with the measure ${measure.id}, which has no such parameter; leave it out`;
        context.addIssue({ code: "custom", path: [parameter], message });
      }
    },
    withOwnParameters(sent) {
      const measure = named(sent);
      const parsed = measure?.parameters.safeParse(ownFields(measure, sent));
      return parsed?.success ? { ...sent, ...Object(parsed.data) } : sent;
    },
    choice(sent) {
      const measure = named(sent);
      if (measure === undefined) throw new Error(`Cannot find measure of risk "${Reflect.get(sent, field)}"`);
      return { measure, parameters: Object(measure.parameters.parse(ownFields(measure, sent))) };
    },
  };
}

/** The fields of an object that are parameters of a measure. */
function ownFields(measure: Measure, fields: object): object {
  const own = Object.keys(shapeOf(measure)).map((name) => [name, Reflect.get(fields, name)] as const);
  return Object.fromEntries(own.filter(([, value]) => value !== undefined));
}

function parametersOfAll(measures: Iterable<Measure>): object {
  return Object.fromEntries(
    [...measures].flatMap((measure) =>
      Object.entries(shapeOf(measure)).map(([name, type]) => [name, optional(type)] as const)
    ),
  );
}

function optional(type: z.core.$ZodType): z.ZodOptional {
  return z.optional(type instanceof z.ZodDefault ? type.unwrap() : type);
}

function shapeOf({ id, parameters }: Measure): Readonly<Record<string, z.core.$ZodType>> {
  if (parameters instanceof z.ZodObject) return parameters.shape;
  throw new Error(`Cannot read the parameters of the measure "${id}": they are not an object`);
}
