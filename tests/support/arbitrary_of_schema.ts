import fc from "./fast_check.ts";

type Schema = Readonly<Record<string, unknown>>;

const JSON_VALUE = fc.jsonValue({ maxDepth: 3 });

/**
 * Test helper. Returns values that a JSON Schema describes: by its types, limits, choices and fields. One in eight of
 * its parts is any JSON value instead, so that faults of every place are tried.
 */
export function arbitraryOfSchema(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 7, arbitrary: ofSchema(schema) }, { weight: 1, arbitrary: JSON_VALUE });
}

function ofSchema(schema: Schema): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((one) => arbitraryOfSchema(one)));
  const min = numberIn(schema, "minimum", -1e9), max = numberIn(schema, "maximum", 1e9);
  switch (schema.type) {
    case "string":
      return textOf(numberIn(schema, "minLength", 0), numberIn(schema, "maxLength", 300));
    case "integer":
      return fc.integer({ min: Math.max(min, -1e9), max: Math.min(max, 1e9) });
    case "number":
      return fc.double({ min, max, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(arbitraryOfSchema(partOf(schema.items)), {
        minLength: numberIn(schema, "minItems", 0),
        maxLength: Math.min(numberIn(schema, "maxItems", 5), 5),
      });
    case "object":
      return objectOf(schema);
    default:
      return JSON_VALUE;
  }
}

/** Texts of every kind: of the service's own words and ids, of any characters, and such as read like instructions. */
function textOf(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      "min_volatility",
      "NSE:EXMANGO",
      "MF:1",
      "run_01K00000000000000000000000",
      "__proto__",
      "../x",
      "‹›",
    ),
    fc.string({ unit: "binary", minLength, maxLength: Math.min(maxLength, 300) }),
  );
}

function objectOf(schema: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(partOf(schema.properties)).map(([name, field]) =>
    [name, arbitraryOfSchema(partOf(field))] as const
  );
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  if (fields.length > 0) return known;
  return fc.dictionary(fc.string({ maxLength: 20 }), arbitraryOfSchema(partOf(schema.additionalProperties)), {
    maxKeys: 4,
  });
}

function partOf(value: unknown): Schema {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function numberIn(schema: Schema, name: string, usual: number): number {
  const value = schema[name];
  return typeof value === "number" ? value : usual;
}
