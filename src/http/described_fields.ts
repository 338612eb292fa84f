import { z } from "zod";

const defaultValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]).nullable();

/**
 * Schema of the description of one request field in the catalogue: name, type, default, limits, choices and
 * description.
 */
export const describedField = z.strictObject({
  name: z.string(),
  type: z.string().meta({
    description: "number, integer, string, boolean, object or array; several with `or` between them",
  }),
  required: z.boolean(),
  default: defaultValue.meta({ description: "Null where there is no default" }),
  min: z.number().nullable().meta({
    description: "The least value; for a text the least number of characters, for a list the least number of items",
  }),
  max: z.number().nullable(),
  exclusive_min: z.boolean().meta({ description: "Whether the value `min` itself is refused" }),
  exclusive_max: z.boolean().meta({ description: "Whether the value `max` itself is refused" }),
  choices: z.array(z.string()).nullable().meta({
    description: "The words that the field accepts; null where it is not a choice of words",
  }),
  description: z.string().nullable(),
}).meta({ id: "DescribedField" });
export type DescribedField = Readonly<z.output<typeof describedField>>;

type Schema = z.core.JSONSchema.BaseSchema;

/** Type of a field of a request object with its JSON Schemas: one for each variant of the object that has the field. */
interface Property {
  readonly name: string;
  readonly schemas: readonly Schema[];
  readonly required: boolean;
}

/**
 * Returns descriptions of the fields that a request may send in an object, read from the same zod schema as the OpenAPI
 * document. Throws if a field has no type.
 */
export function fieldsOf(type: z.ZodType): readonly DescribedField[] {
  return propertiesOf([schemaOf(type)]).map(described);
}

/**
 * Returns descriptions of an optional field and of all fields nested in its objects and lists, named by path, for
 * example `groups.rules[].max`. Without a name it describes the fields of the object `type` itself and those nested in
 * them.
 */
export function nestedFieldsOf(type: z.ZodType, name: string = ""): readonly DescribedField[] {
  const schemas = [schemaOf(type)];
  if (name === "") return propertiesOf(schemas).flatMap(withNested);
  return withNested({ name, schemas, required: false });
}

function withNested(property: Property): readonly DescribedField[] {
  const { name, schemas } = property, items = itemsOf(schemas);
  return [
    described(property),
    ...propertiesOf(schemas).flatMap((inner) => withNested({ ...inner, name: `${name}.${inner.name}` })),
    ...propertiesOf(items).flatMap((inner) => withNested({ ...inner, name: `${name}[].${inner.name}` })),
  ];
}

function schemaOf(type: z.ZodType): Schema {
  return z.toJSONSchema(type, { io: "input", unrepresentable: "any" });
}

/**
 * Returns the properties of several variants of an object, each name once, in the order of the first variant that has
 * it. A property counts as required only if every variant requires it.
 */
function propertiesOf(schemas: readonly Schema[]): readonly Property[] {
  const objects = variantsOf(schemas).filter(({ properties }) => properties !== undefined);
  const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].map((name) => ({
    name,
    schemas: objects.flatMap(({ properties = {} }) => asSchemas(properties[name])),
    required: objects.every(({ required = [] }) => required.includes(name)),
  }));
}

function itemsOf(schemas: readonly Schema[]): readonly Schema[] {
  return variantsOf(schemas).flatMap(({ items }) => Array.isArray(items) ? [] : asSchemas(items));
}

function asSchemas(schema: z.core.JSONSchema._JSONSchema | undefined): readonly Schema[] {
  return typeof schema === "object" ? [schema] : [];
}

/** Returns the alternatives (`anyOf`, `oneOf`) of several JSON Schemas as one flat list, without `null`. */
function variantsOf(schemas: readonly Schema[]): readonly Schema[] {
  return schemas.flatMap((schema) => {
    const variants = schema.anyOf ?? schema.oneOf;
    if (variants === undefined) return schema.type === "null" ? [] : [schema];
    return variantsOf(variants.flatMap(asSchemas));
  });
}

function described({ name, schemas, required }: Property): DescribedField {
  const variants = variantsOf(schemas);
  const least = boundOf(variants, ["minimum", "minItems", "minLength"], "exclusiveMinimum");
  const most = boundOf(variants, ["maximum", "maxItems", "maxLength"], "exclusiveMaximum");
  const [first] = schemas, documented = schemas.find(({ description }) => description !== undefined);
  return {
    name,
    type: typeOf(name, variants),
    required,
    default: defaultValue.parse(first?.default ?? null),
    min: least.value,
    max: most.value,
    exclusive_min: least.isExclusive,
    exclusive_max: most.isExclusive,
    choices: choicesOf(variants),
    description: documented?.description ?? null,
  };
}

function typeOf(name: string, variants: readonly Schema[]): string {
  const types = variants.flatMap(({ type, enum: words, const: word }) => {
    if (type !== undefined) return type;
    return words !== undefined || word !== undefined ? ["string"] : [];
  }).filter((type) => type !== "null");
  if (types.length === 0) throw new Error(`Cannot describe the field "${name}": its schema has no type`);
  return [...new Set(types)].join(" or ");
}

function choicesOf(variants: readonly Schema[]): string[] | null {
  const words = variants.map(({ enum: several, const: one }) => several ?? (one === undefined ? [] : [one]));
  return words.every((own) => own.length > 0) ? [...new Set(words.flat().map(String))] : null;
}

interface Bound {
  readonly value: number | null;
  readonly isExclusive: boolean;
}

type BoundName = "minimum" | "minItems" | "minLength" | "maximum" | "maxItems" | "maxLength";

function boundOf(
  variants: readonly Schema[],
  inclusive: readonly BoundName[],
  exclusive: "exclusiveMinimum" | "exclusiveMaximum",
): Bound {
  for (const variant of variants) {
    const beyond = variant[exclusive];
    if (typeof beyond === "number") return { value: beyond, isExclusive: true };
    const value = inclusive.map((name) => variant[name]).find((bound) => bound !== undefined);
    // The limits of safe integers are not shown: zod gives them to every integer schema, and the author of the field
    // did not set them.
    if (value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER) return { value, isExclusive: false };
  }
  return { value: null, isExclusive: false };
}
