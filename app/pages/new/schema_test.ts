import assert from "node:assert/strict";
import { isObject, type JsonObject } from "./json.ts";
import { firstValue, formOf, resolved, ruledOut, type Schema, type Schemas, schemasOf, variantOf } from "./schema.ts";

const DOCUMENT = await Deno.readTextFile(new URL("../../../clients/openapi.json", import.meta.url));
const SCHEMAS: Schemas = JSON.parse(DOCUMENT).components.schemas;

function schemaOf(name: string): Schema {
  return resolved(SCHEMAS[name] ?? {}, SCHEMAS);
}

function property(name: string, field: string): Schema {
  const found = schemaOf(name).properties?.[field];
  assert.ok(typeof found === "object", `${name}.${field}`);
  return resolved(found, SCHEMAS);
}

Deno.test("each field of the request of a run has a form", () => {
  const kinds = schemasOf(schemaOf("Submission")).map(([name, schema]) => [name, formOf(schema, SCHEMAS).kind]);
  const kindOf = Object.fromEntries(kinds);
  assert.equal(kindOf.name, "text");
  assert.equal(kindOf.frequency, "choice");
  assert.equal(kindOf.risk_free_rate, "number");
  assert.equal(kindOf.starting_portfolio, "map");
  assert.equal(kindOf.rolling_backtest, "record");
  assert.equal(kindOf.benchmark, "variants");
  for (const [name, schema] of schemasOf(schemaOf("Constraints"))) {
    assert.ok(formOf(schema, SCHEMAS).kind !== undefined, name);
  }
});

Deno.test("a parameter that another one rules out is not offered, and is as soon as it belongs", () => {
  const method = schemaOf("RiskParityMethod");
  assert.deepEqual([...ruledOut(method, {})], ["confidence"]);
  assert.deepEqual([...ruledOut(method, { measure: "mad" })], ["confidence"]);
  assert.deepEqual([...ruledOut(method, { measure: "cvar" })], []);
});

Deno.test("the shape of a value is found among those that its schema has", () => {
  const form = formOf(property("Submission", "benchmark"), SCHEMAS);
  assert.ok(form.kind === "variants");
  const shapeOf = (value: string | JsonObject) =>
    Object.keys(form.variants[variantOf(value, form.variants)]?.properties ?? {});
  assert.deepEqual(shapeOf("NIFTY50"), []);
  assert.deepEqual(shapeOf({ weights: { A: 1 } }), ["weights"]);
  assert.deepEqual(shapeOf({ prices: [1, 2] }), ["prices"]);
});

Deno.test("a rule that is added begins with what it cannot do without", () => {
  const groups = firstValue(property("Constraints", "groups"), SCHEMAS);
  assert.ok(isObject(groups));
  assert.deepEqual(groups, { map: {}, rules: [] });
  assert.deepEqual(firstValue(property("Constraints", "turnover"), SCHEMAS), { max: 0 });
});
