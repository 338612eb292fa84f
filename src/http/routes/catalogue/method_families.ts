import { METHODS } from "../../../optimization/methods/mod.ts";
import { type DescribedField, fieldsOf } from "../../described_fields.ts";

type ListedMethod = NonNullable<ReturnType<typeof METHODS.get>>;

/** A method as requests see it. */
export interface DescribedMethod {
  readonly method: ListedMethod;
  readonly fields: readonly DescribedField[];
  /** Its parameters where a request gives those alone that it must. */
  readonly byDefault: Readonly<Record<string, unknown>>;
}

/** Every method of the list. Throws as `describedMethod`. */
export function describedMethods(): readonly DescribedMethod[] {
  return [...METHODS].map(describedMethod);
}

/** A method with its parameters. Throws where it asks for one of which no value can be told from its range. */
export function describedMethod(method: ListedMethod): DescribedMethod {
  const fields = fieldsOf(method.parameters);
  const required = fields.filter((field) => field.required).map((field) => [field.name, valueWithin(field)] as const);
  return { method, fields, byDefault: Object.fromEntries(required) };
}

/** What a method asks of a run, at its defaults. */
export function needsOf({ method, byDefault }: DescribedMethod): ReturnType<ListedMethod["needs"]> {
  return method.needs(method.parameters.parse(byDefault));
}

/** The families that a method enforces: at its defaults, and by the choice they depend on. */
export interface EnforcedFamilies {
  readonly atDefaults: readonly string[];
  /** Whatever is chosen. */
  readonly common: readonly string[];
  /** By each word of the one parameter that they depend on; null where they do not depend on any. */
  readonly byChoice: Readonly<Record<string, readonly string[]>> | null;
}

/** The families of a method, in the order of the list of families. */
export function enforcedFamilies({ method, fields, byDefault }: DescribedMethod): EnforcedFamilies {
  const enforced = (chosen: Readonly<Record<string, unknown>>): readonly string[] => [
    ...method.enforces(method.parameters.parse({ ...byDefault, ...chosen })),
  ];
  const atDefaults = enforced({});
  const deciding = fields.flatMap(({ name, choices }) => {
    const byChoice = (choices ?? []).map((word) => [word, enforced({ [name]: word })] as const);
    return byChoice.some(([, families]) => families.join() !== atDefaults.join()) ? [byChoice] : [];
  });
  if (deciding.length > 1) throw new Error(`Cannot tell by one choice what "${method.id}" enforces`);
  const [byChoice] = deciding;
  if (byChoice === undefined) return { atDefaults, common: atDefaults, byChoice: null };
  const common = atDefaults.filter((id) => byChoice.every(([, families]) => families.includes(id)));
  return { atDefaults, common, byChoice: Object.fromEntries(byChoice) };
}

function valueWithin({ name, type, min, max, exclusive_min, exclusive_max, choices }: DescribedField): unknown {
  if (choices !== null) return choices[0];
  if (type !== "number" && type !== "integer") throw new Error(`Cannot tell a value of the parameter "${name}"`);
  if (min !== null && max !== null && type === "number") return (min + max) / 2;
  if (min !== null) return exclusive_min ? min + 1 : min;
  return max === null ? 0 : exclusive_max ? max - 1 : max;
}
