import { isList, isObject, type Json, type JsonObject } from "./json.ts";

/** A JSON Schema of the OpenAPI document, as far as forms are made of it. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly properties?: Readonly<Record<string, Schema | boolean>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Readonly<Record<string, string>> };
}

/** The schemas of the service by their names. */
export type Schemas = Readonly<Record<string, Schema>>;

/** The form that fits a schema. */
export type FormKind =
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "check" }
  | { readonly kind: "number"; readonly isWhole: boolean }
  | { readonly kind: "text" }
  | { readonly kind: "date" }
  | { readonly kind: "record"; readonly properties: readonly (readonly [name: string, schema: Schema])[] }
  | { readonly kind: "map"; readonly value: Schema }
  | { readonly kind: "list"; readonly item: Schema }
  | { readonly kind: "variants"; readonly variants: readonly Schema[] }
  | { readonly kind: "tagged"; readonly tag: string; readonly variants: readonly TaggedVariant[] }
  | { readonly kind: "json" };

/** One shape of a value that says by a word which shape it has, as an estimator does. */
export interface TaggedVariant {
  readonly word: string;
  readonly schema: Schema;
}

/** Returns a schema without references and without a variant for null, which leaving a field empty stands for. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.slice(schema.$ref.lastIndexOf("/") + 1);
  if (name !== undefined && Object.hasOwn(schemas, name)) {
    const { $ref: _, ...rest } = schema;
    return resolved({ ...schemas[name], ...rest }, schemas);
  }
  const variants = schema.anyOf?.filter(({ type }) => type !== "null");
  if (variants === undefined || (variants.length === schema.anyOf?.length && variants.length > 1)) return schema;
  const [only] = variants;
  if (only === undefined || variants.length > 1) return { ...schema, anyOf: variants };
  const { anyOf: _, ...rest } = schema;
  return resolved({ ...only, ...rest }, schemas);
}

/** Returns the form that fits a schema. What no form fits is written as JSON. */
export function formOf(given: Schema, schemas: Schemas): FormKind {
  const schema = resolved(given, schemas);
  const tagged = taggedForm(schema, schemas);
  if (tagged !== null) return tagged;
  const type = typeof schema.type === "string" ? schema.type : schema.type?.find((one) => one !== "null");
  if (schema.enum !== undefined) return { kind: "choice", choices: schema.enum.map(String) };
  if (schema.anyOf !== undefined) return { kind: "variants", variants: flatVariants(schema.anyOf, schemas) };
  if (type === "boolean") return { kind: "check" };
  if (type === "number" || type === "integer") return { kind: "number", isWhole: type === "integer" };
  if (type === "string") return schema.format === "date" ? { kind: "date" } : { kind: "text" };
  if (type === "array") return isSchema(schema.items) ? listForm(schema.items, schemas) : { kind: "json" };
  if (schema.properties !== undefined) return { kind: "record", properties: schemasOf(schema) };
  return isSchema(schema.additionalProperties) ? { kind: "map", value: schema.additionalProperties } : { kind: "json" };
}

/** Returns the form of a value that names its shape by a word; null for a schema without such shapes. */
function taggedForm(schema: Schema, schemas: Schemas): FormKind | null {
  if (schema.properties !== undefined || schema.oneOf === undefined || schema.oneOf.length < 2) return null;
  const shapes = schema.oneOf.map((one) => resolved(one, schemas));
  const tag = schema.discriminator?.propertyName ??
    schemasOf(shapes[0] ?? {}).find(([, { const: word }]) => word !== undefined)?.[0];
  if (tag === undefined) return null;
  const variants = shapes.flatMap((shape): TaggedVariant[] => {
    const word = schemasOf(shape).find(([name]) => name === tag)?.[1].const;
    return typeof word === "string" ? [{ word, schema: shape }] : [];
  });
  return variants.length === shapes.length ? { kind: "tagged", tag, variants } : null;
}

/** Lists of lists, such as matrices, and lists of things of several shapes have no form of their own. */
function listForm(item: Schema, schemas: Schemas): FormKind {
  const { kind } = formOf(item, schemas);
  return kind === "list" || kind === "json" || kind === "variants" ? { kind: "json" } : { kind: "list", item };
}

function flatVariants(variants: readonly Schema[], schemas: Schemas): readonly Schema[] {
  return variants.map((variant) => resolved(variant, schemas)).flatMap((variant) =>
    variant.anyOf === undefined ? [variant] : flatVariants(variant.anyOf, schemas)
  );
}

/** Returns the properties of a schema that may have a value. */
export function schemasOf({ properties = {} }: Schema): readonly (readonly [name: string, schema: Schema])[] {
  return Object.entries(properties).flatMap(([name, schema]) => isSchema(schema) ? [[name, schema] as const] : []);
}

/**
 * Returns the names of the properties that a value must not have as it is: a schema with alternatives rules some out
 * by the words that others have, as a measure without a confidence rules out the confidence.
 */
export function ruledOut(schema: Schema, value: JsonObject): ReadonlySet<string> {
  const branch = schema.oneOf?.find((one) => fits(one, schema, value));
  const names = Object.entries(branch?.properties ?? {}).filter(([, property]) => property === false);
  return new Set(names.map(([name]) => name));
}

function fits(branch: Schema, { properties = {} }: Schema, value: JsonObject): boolean {
  return schemasOf(branch).every(([name, { enum: words, const: word }]) => {
    const whole = properties[name];
    const taken = value[name] ?? (isSchema(whole) ? whole.default : undefined);
    if (taken === undefined) return words === undefined && word === undefined;
    return words === undefined ? word === undefined || word === taken : words.includes(taken);
  });
}

/** Returns the variant of a schema to which a value belongs; the first one where none fits. */
export function variantOf(value: Json | undefined, variants: readonly Schema[]): number {
  const at = variants.findIndex((variant) => belongs(value, variant));
  return Math.max(0, at);
}

function belongs(value: Json | undefined, { type, properties, required, enum: words }: Schema): boolean {
  if (typeof value === "string") return type === "string" && (words === undefined || words.includes(value));
  if (isList(value)) return type === "array";
  if (typeof value === "number") return type === "number" || type === "integer";
  if (!isObject(value)) return typeof value === "boolean" && type === "boolean";
  if (type === "array" || type === "string") return false;
  const names = Object.keys(value);
  const isKnown = properties === undefined || names.every((name) => Object.hasOwn(properties, name));
  return isKnown && (required ?? []).every((name) => Object.hasOwn(value, name));
}

/** Returns the value with which a field of this schema begins when it is added. */
export function firstValue(given: Schema, schemas: Schemas): Json {
  const schema = resolved(given, schemas);
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  const form = formOf(schema, schemas);
  switch (form.kind) {
    case "choice":
      return form.choices[0] ?? "";
    case "check":
      return true;
    case "number":
      return Math.max(schema.minimum ?? 0, 0);
    case "text":
    case "date":
      return "";
    case "list":
    case "json":
      return schema.type === "array" ? [] : {};
    case "variants":
      return firstValue(form.variants[0] ?? {}, schemas);
    case "record": {
      const needed = form.properties.filter(([name]) => schema.required?.includes(name));
      return Object.fromEntries(needed.map(([name, property]) => [name, firstValue(property, schemas)]));
    }
    case "map":
      return {};
    case "tagged": {
      const [first] = form.variants;
      return first === undefined ? {} : firstOf(first, form.tag, schemas);
    }
  }
}

/** Returns the value with which a shape that is named by a word begins. */
export function firstOf({ word, schema }: TaggedVariant, tag: string, schemas: Schemas): JsonObject {
  const needed = schemasOf(schema).filter(([name]) => name !== tag && schema.required?.includes(name));
  return { [tag]: word, ...Object.fromEntries(needed.map(([name, one]) => [name, firstValue(one, schemas)])) };
}

/** Whether all properties of a record are single numbers, words or texts, so that a row of a table shows one. */
export function isFlat(schema: Schema, schemas: Schemas): boolean {
  return schemasOf(schema).every(([, property]) =>
    ["number", "text", "choice", "date"].includes(formOf(property, schemas).kind)
  );
}

function isSchema(value: Schema | boolean | undefined): value is Schema {
  return typeof value === "object";
}
