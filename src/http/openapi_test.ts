import assert from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import { z } from "zod";
import { documentationText } from "../domain/documentation.ts";
import { COVARIANCES } from "../estimation/covariance/mod.ts";
import { EXPECTED_RETURNS } from "../estimation/expected_returns/mod.ts";
import { CONSTRAINT_FAMILIES } from "../optimization/constraints/mod.ts";
import { METHODS } from "../optimization/methods/mod.ts";
import { RISK_MEASURES } from "../optimization/risk/mod.ts";
import { documentedAs } from "./documented_as.ts";
import { defineEndpoint, type Endpoint, problem } from "./endpoint.ts";
import { type Json, openApiDocument } from "./openapi.ts";
import { ENDPOINTS } from "./routes/mod.ts";

function at(value: Json, ...path: readonly string[]): Json {
  let found = value;
  for (const name of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) {
      return assert.fail(`No ${path.join(" ")}`);
    }
    found = Object.entries(found).find(([key]) => key === name)?.[1] ?? null;
  }
  return found;
}

/** OpenAPI document of all endpoints of the service. */
const DOCUMENT = openApiDocument(ENDPOINTS);

const item = z.strictObject({ name: z.string() }).meta({ id: "Item" });

function endpoint(path: `/${string}`, body: z.ZodType = item): Endpoint {
  return defineEndpoint({
    method: "PATCH",
    path,
    credential: "key or session",
    scope: "jobs:write",
    rateLimit: "rest",
    summary: "Change it",
    parameters: { id: z.string() },
    query: z.strictObject({ limit: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().max(9)).default(5) }),
    body,
    responses: { 200: { description: "It", body: item }, 409: problem("job_finished") },
  }, () => ({ status: 200, body: { name: "x" } }));
}

Deno.test("the OpenAPI document of all endpoints is valid OpenAPI 3.1 under an independent validator", async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(DOCUMENT)));
  assert.deepEqual([valid, errors], [true, undefined]);
});

Deno.test("every endpoint is in the OpenAPI document with a unique operation id, and every reference resolves", () => {
  const operations = ENDPOINTS.map(({ contract }) =>
    at(DOCUMENT, "paths", contract.path, contract.method.toLowerCase())
  );
  const ids = operations.map((operation) => at(operation, "operationId"));
  assert.equal(new Set(ids).size, ENDPOINTS.length);
  const text = JSON.stringify(DOCUMENT);
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    at(DOCUMENT, "components", "schemas", name);
  }
  assert.doesNotMatch(text, /#\/\$defs/);
});

Deno.test("an endpoint is documented with its own errors and those of authentication, parsing, limits and failures", () => {
  const operation = at(openApiDocument([endpoint("/items/{id}")]), "paths", "/items/{id}", "patch");
  const described = Object.fromEntries(
    Object.entries(at(operation, "responses") ?? {}).map(([status, response]) => [status, at(response, "description")]),
  );
  assert.deepEqual(described, {
    200: "It",
    400: "malformed_json",
    401: "credentials_missing, token_invalid, token_expired, key_invalid, session_revoked",
    403: "https_required, csrf_failed, missing_scope, email_not_verified",
    404: "not_found",
    409: "job_finished",
    413: "body_too_large",
    415: "unsupported_media_type",
    422: "validation_failed",
    429: "rate_limited",
    500: "internal",
    503: "not_ready",
  });
});

Deno.test("a query parameter is documented by the type that its text is parsed to, and as optional if it has a default", () => {
  const operation = at(openApiDocument([endpoint("/items/{id}")]), "paths", "/items/{id}", "patch");
  const parameters = at(operation, "parameters");
  assert.ok(Array.isArray(parameters));
  const limit = parameters.find((parameter: Json) => at(parameter, "name") === "limit");
  assert.deepEqual(at(limit, "required"), false);
  assert.deepEqual([at(limit, "schema", "type"), at(limit, "schema", "maximum")], ["integer", 9]);
});

Deno.test("two different schemas under one name are refused", () => {
  const other = z.strictObject({ title: z.string() }).meta({ id: "Item" });
  assert.throws(() => openApiDocument([endpoint("/items/{id}"), endpoint("/others/{id}", other)]), /"Item"/);
});

Deno.test("a body that is validated elsewhere is documented by its schema and accepted unchecked", () => {
  const body = documentedAs(item, "input");
  const operation = at(openApiDocument([endpoint("/items/{id}", body)]), "paths", "/items/{id}", "patch");
  const schema = at(operation, "requestBody", "content", "application/json", "schema");
  assert.deepEqual(schema, { $ref: "#/components/schemas/Item" });
  assert.deepEqual(body.parse({ colour: "red" }), { colour: "red" });
});

Deno.test("every method and estimator is documented with exactly its own parameters", () => {
  const schemas = at(DOCUMENT, "components", "schemas");
  const unions = [
    { name: "Method", by: "method", list: METHODS, beside: ["key", "constraints"] },
    { name: "ExpectedReturnsEstimator", by: "estimator", list: EXPECTED_RETURNS, beside: [] },
    { name: "CovarianceEstimator", by: "estimator", list: COVARIANCES, beside: [] },
  ];
  for (const { name, by, list, beside } of unions) {
    assert.equal(at(schemas, name, "discriminator", "propertyName"), by);
    for (const { id, documentation, parameters } of list) {
      const reference = String(at(schemas, name, "discriminator", "mapping", id));
      const variant = at(schemas, reference.replace("#/components/schemas/", ""));
      assert.equal(at(variant, "properties", by, "const"), id);
      const own = Object.keys(at(asJson(parameters), "properties") ?? {});
      assert.deepEqual(Object.keys(at(variant, "properties") ?? {}).sort(), [by, ...beside, ...own].sort());
      assert.equal(at(variant, "additionalProperties"), false);
      assert.equal(at(variant, "title"), documentation.title);
      assert.ok(String(at(variant, "description")).startsWith(documentationText(documentation)), id);
    }
  }
});

Deno.test("each risk measure is in exactly one documented variant, which allows that measure's parameters and no others", () => {
  const schemas = at(DOCUMENT, "components", "schemas");
  const places = [
    { object: at(schemas, "MeanRiskMethod", "allOf"), field: "measure" },
    { object: at(schemas, "HrpMethod"), field: "risk_measure" },
    { object: at(schemas, "HercMethod"), field: "risk_measure" },
    { object: at(schemas, "EfficientFrontierRequest"), field: "measure" },
    { object: at(schemas, "EfficientFrontierConfig"), field: "measure" },
  ];
  const every = new Set([...RISK_MEASURES].flatMap(({ parameters }) => namesIn(parameters)));
  for (const { object, field } of places) {
    const choices = Array.isArray(object) ? object : [object];
    const shapes = choices.map((choice) => at(choice, "oneOf")).flat()
      .filter((shape) => Object.hasOwn(Object(at(shape, "properties")), field));
    for (const { id, parameters } of RISK_MEASURES) {
      const withWord = shapes.filter((shape) => JSON.stringify(at(shape, "properties", field)).includes(`"${id}"`));
      assert.equal(withWord.length, 1, `${field} ${id}`);
      const closed = Object.entries(at(withWord[0], "properties") ?? {}).filter(([, type]) => type === false);
      const own = namesIn(parameters);
      assert.deepEqual(
        closed.map(([name]) => name).sort(),
        [...every].filter((name) => !own.includes(name)).sort(),
        id,
      );
    }
    assert.equal(shapes.filter((shape) => !JSON.stringify(shape).includes('"required"')).length, 1, "the default's");
  }
});

Deno.test("the schemas of submissions and backtests stay small when every reference in them is expanded", () => {
  const schemas = at(DOCUMENT, "components", "schemas");
  const written = (value: Json): number => {
    if (typeof value !== "object" || value === null) return 1;
    const reference = Object.entries(value).find(([name]) => name === "$ref")?.[1];
    if (typeof reference === "string") return written(at(schemas, reference.replace("#/components/schemas/", "")));
    return Object.values(value).reduce((sum: number, member) => sum + written(member), 1);
  };
  for (const name of ["Submission", "RunConfig", "BacktestRequest"]) {
    const size = written(at(schemas, name));
    assert.ok(size < 10_000, `${name}: ${size}`);
  }
});

Deno.test("the documented constraints are exactly the registered families, each with its own rules", () => {
  const schemas = at(DOCUMENT, "components", "schemas");
  assert.deepEqual(Object.keys(at(schemas, "Constraints", "properties") ?? {}), CONSTRAINT_FAMILIES.ids);
  assert.equal(at(schemas, "Constraints", "additionalProperties"), false);
  for (const { id, documentation, rules } of CONSTRAINT_FAMILIES) {
    const reference = String(at(schemas, "Constraints", "properties", id, "$ref"));
    const { title: _title, description, ...shape } = Object.fromEntries(
      Object.entries(at(schemas, reference.replace("#/components/schemas/", "")) ?? {}),
    );
    assert.equal(description, documentationText(documentation));
    assert.deepEqual(shape, asJson(rules));
  }
});

Deno.test("a method is documented with the constraint families that it enforces, by objective where that matters", () => {
  const schemas = at(DOCUMENT, "components", "schemas");
  assert.match(String(at(schemas, "HrpMethod", "description")), /\n\nConstraint families: `weight_bounds`$/);
  assert.match(String(at(schemas, "HoldMethod", "description")), /\n\nConstraint families: none$/);
  const byObjective = String(at(schemas, "MeanRiskMethod", "description"));
  assert.match(byObjective, /\n- `max_return`: [^\n]*`transaction_costs`[^\n]*`cardinality`/);
  assert.doesNotMatch(byObjective, /\n- `max_ratio`: [^\n]*`cardinality`/);
});

Deno.test("a method's constraints are documented as an object of the families that it enforces for some objective", () => {
  const schemas = at(DOCUMENT, "components", "schemas");
  const families = (component: string): Json | undefined =>
    at(schemas, component, "properties", "constraints", "propertyNames", "enum");
  assert.deepEqual(families("HrpMethod"), ["weight_bounds"]);
  const { ids } = CONSTRAINT_FAMILIES;
  assert.deepEqual(families("MaxSharpeMethod"), ids.filter((id) => id !== "cardinality" && id !== "min_position"));
  assert.deepEqual(families("MinCvarMethod"), ids);
  assert.deepEqual(families("MaxReturnMethod"), ids);
  const none = at(schemas, "HoldMethod", "properties", "constraints");
  assert.deepEqual([at(none, "properties"), at(none, "additionalProperties")], [{}, false]);
  for (const { id } of METHODS) {
    const reference = String(at(schemas, "Method", "discriminator", "mapping", id));
    const method = Object(at(schemas, reference.replace("#/components/schemas/", "")));
    const shapes = [method, ...method.allOf ?? []].filter(({ properties }) => properties !== undefined);
    assert.equal(at(shapes[0], "properties", "constraints", "type"), "object", id);
  }
});

Deno.test("every risk measure is documented as a possible limit with its explanation and exactly its own parameters", () => {
  const limits = at(DOCUMENT, "components", "schemas", "RiskLimits", "items", "oneOf");
  assert.ok(Array.isArray(limits));
  assert.deepEqual(limits.map((limit: Json) => at(limit, "properties", "measure", "const")), RISK_MEASURES.ids);
  for (const [i, { documentation, parameters }] of [...RISK_MEASURES].entries()) {
    const own = Object.keys(at(asJson(parameters), "properties") ?? {});
    assert.deepEqual(Object.keys(at(limits[i], "properties") ?? {}).sort(), ["measure", "max", ...own].sort());
    assert.equal(at(limits[i], "additionalProperties"), false);
    assert.equal(at(limits[i], "title"), documentation.title);
    assert.equal(at(limits[i], "description"), documentationText(documentation));
  }
});

function namesIn(parameters: z.ZodType): readonly string[] {
  return Object.keys(at(asJson(parameters), "properties") ?? {});
}

function asJson(type: z.ZodType): Json {
  const made = z.toJSONSchema(type, { io: "input", unrepresentable: "any" });
  const { $schema: _dialect, ...schema } = JSON.parse(JSON.stringify(made));
  return schema;
}

Deno.test("a header that every response has is documented as required, and another with when it is sent", () => {
  const { paths } = JSON.parse(JSON.stringify(DOCUMENT));
  const download = paths["/downloads/{token}"].get.responses["200"].headers;
  assert.deepEqual([download.etag.required, download["content-length"].required], [true, undefined]);
  assert.match(download["content-length"].description, /^For all files except those over 256 KiB that are compressed/);
  for (const { contract } of ENDPOINTS.filter(({ contract: { isCompressed } }) => isCompressed)) {
    const { headers } = paths[contract.path][contract.method.toLowerCase()].responses["200"];
    assert.match(headers["content-encoding"].description, /br or gzip/, contract.path);
  }
});
