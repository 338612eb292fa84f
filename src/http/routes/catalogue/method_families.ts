import { METHODS } from "../../../optimization/methods/mod.ts";
import { type DescribedField, fieldsOf } from "../../described_fields.ts";

type ListedMethod = NonNullable<ReturnType<typeof METHODS.get>>;

/** Type of an optimisation method with the fields of its parameters, as the catalogue describes them. */
export interface DescribedMethod {
  readonly method: ListedMethod;
  readonly fields: readonly DescribedField[];
  /** Parameters of the method in a request that sets only the required ones, each to one valid value. */
  readonly byDefault: Readonly<Record<string, unknown>>;
}

/** Returns every method of the registry with its parameter fields. Throws like `describedMethod`. */
export function describedMethods(): readonly DescribedMethod[] {
  return [...METHODS].map(describedMethod);
}

/**
 * Returns a method with the fields of its parameters. Throws if no valid value of a required parameter can be derived
 * from its type and range.
 */
export function describedMethod(method: ListedMethod): DescribedMethod {
  const fields = fieldsOf(method.parameters);
  const required = fields.filter((field) => field.required).map((field) => [field.name, valueWithin(field)] as const);
  return { method, fields, byDefault: Object.fromEntries(required) };
}

/**
 * Returns the requirements of a method on a run (assets, observations, benchmark and so on) when its parameters have
 * their defaults.
 */
export function needsOf({ method, byDefault }: DescribedMethod): ReturnType<ListedMethod["needs"]> {
  return method.needs(method.parameters.parse(byDefault));
}

/**
 * Type of the constraint families that a method enforces: at its defaults, and by the choice of the one parameter they
 * depend on.
 */
export interface EnforcedFamilies {
  readonly atDefaults: readonly string[];
  /** Ids of the constraint families that are enforced whatever the parameter's choice. */
  readonly common: readonly string[];
  /**
   * Ids of the constraint families for each choice of the parameter they depend on. Null if they depend on no
   * parameter.
   */
  readonly byChoice: Readonly<Record<string, readonly string[]>> | null;
}

/**
 * Returns the constraint families that a method enforces, in the order of the registry. Throws if they depend on more
 * than one parameter.
 */
export function enforcedFamilies({ method, fields, byDefault }: DescribedMethod): EnforcedFamilies {
  const enforced = (chosen: Readonly<Record<string, unknown>>): readonly string[] => [
    ...method.enforces(method.parameters.parse({ ...byDefault, ...chosen })),
  ];
  const atDefaults = enforced({});
  const deciding = fields.flatMap(({ name, choices }) => {
    const byChoice = (choices ?? []).map((word) => [word, enforced({ [name]: word })] as const);
    return byChoice.some(([, families]) => families.join() !== atDefaults.join()) ? [byChoice] : [];
  });
  if (deciding.length > 1) {
    throw new Error(`Cannot describe the families that "${method.id}" enforces: they depend on several parameters`);
  }
  const [byChoice] = deciding;
  if (byChoice === undefined) return { atDefaults, common: atDefaults, byChoice: null };
  const common = atDefaults.filter((id) => byChoice.every(([, families]) => families.includes(id)));
  return { atDefaults, common, byChoice: Object.fromEntries(byChoice) };
}

function valueWithin({ name, type, min, max, exclusive_min, exclusive_max, choices }: DescribedField): unknown {
  if (choices !== null) return choices[0];
  if (type !== "number" && type !== "integer") throw new Error(`Cannot find a valid value of the parameter "${name}"`);
  if (min !== null && max !== null && type === "number") return (min + max) / 2;
  if (min !== null) return exclusive_min ? min + 1 : min;
  return max === null ? 0 : exclusive_max ? max - 1 : max;
}
