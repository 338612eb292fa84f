/**
 * Every field that a request may send is described: clients show the description beside the field, and the console is
 * made of it.
 */
import assert from "node:assert/strict";
import { COVARIANCES } from "../../src/estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../../src/estimation/expected_returns/mod.ts";
import { fieldsOf } from "../../src/http/described_fields.ts";
import { type Json, openApiDocument } from "../../src/http/openapi.ts";
import { describedMethods } from "../../src/http/routes/catalogue/method_families.ts";
import { submissionFields } from "../../src/http/routes/catalogue/submission_fields.ts";
import { fieldsOfFamily } from "../../src/http/routes/constraints/get_constraint_capability.ts";
import { ENDPOINTS } from "../../src/http/routes/mod.ts";
import { CONSTRAINT_FAMILIES } from "../../src/optimization/constraints/mod.ts";
import { RISK_MEASURES } from "../../src/optimization/risk/mod.ts";

/** Requests from which forms are made. */
const REQUESTS = ["/jobs", "/runs/{run_id}/backtest", "/runs/{run_id}/monte_carlo", "/constraints/preflight"];

type Fields = Readonly<Record<string, Json>>;

const DOCUMENT = fields(openApiDocument(ENDPOINTS));
const SCHEMAS = fields(fields(DOCUMENT.components).schemas);

function fields(value: Json | undefined): Fields {
  return isObject(value) ? value : {};
}

function isObject(value: Json | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Returns the places of all properties below a schema that nothing describes. A property is also described by the
 * component that it refers to, and one of an alternative by the object whose alternative it is. A property of one fixed
 * word names its object, which is described.
 */
function undescribed(
  schema: Json | undefined,
  place: string,
  seen: Set<string>,
  around: Fields = {},
): readonly string[] {
  if (!isObject(schema)) return [];
  const { $ref: reference } = schema;
  if (typeof reference === "string") {
    const name = reference.slice(reference.lastIndexOf("/") + 1);
    if (seen.has(name)) return [];
    seen.add(name);
    return undescribed(SCHEMAS[name], name, seen);
  }
  const properties = fields(schema.properties), known = { ...around, ...properties };
  const own = Object.entries(properties).flatMap(([name, property]) => {
    const at = `${place}.${name}`;
    const isTold = property === false || isDescribed(property) || isDescribed(around[name]);
    return [...isTold ? [] : [at], ...undescribed(property, at, seen)];
  });
  const alternatives = ["anyOf", "oneOf", "allOf"].flatMap((key) => list(schema[key]));
  return [
    ...own,
    ...alternatives.flatMap((one) => undescribed(one, place, seen, known)),
    ...undescribed(schema.items, `${place}[]`, seen),
    ...undescribed(schema.additionalProperties, `${place}{}`, seen),
  ];
}

function isDescribed(property: Json | undefined): boolean {
  const { description, const: word, $ref: reference } = fields(property);
  if (typeof description === "string" || word !== undefined) return true;
  return typeof reference === "string" && isDescribed(SCHEMAS[reference.slice(reference.lastIndexOf("/") + 1)]);
}

for (const path of REQUESTS) {
  Deno.test(`every property of the body of POST ${path} has a description in the OpenAPI document`, () => {
    const { content } = fields(fields(fields(fields(DOCUMENT.paths)[path]).post).requestBody);
    const { schema } = fields(fields(content)["application/json"]);
    assert.notEqual(schema, undefined);
    assert.deepEqual(undescribed(schema, path, new Set()), []);
  });
}

Deno.test("every field of the rules, methods, estimators, measures and submissions in the catalogues has a description", () => {
  const parameters = [
    ...describedMethods().map(({ method }) => method),
    ...EXPECTED_RETURNS,
    ...COVARIANCES,
    ...RISK_MEASURES,
  ]
    .flatMap(({ id, parameters }) => fieldsOf(parameters).map((field) => ({ ...field, name: `${id}.${field.name}` })));
  const rules = [...CONSTRAINT_FAMILIES].flatMap(fieldsOfFamily);
  const all = [...parameters, ...rules, ...submissionFields()];
  assert.deepEqual(all.filter(({ description }) => description === null).map(({ name }) => name), []);
});
