import assert from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import { z } from "zod";
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

Deno.test("the document of all endpoints is valid OpenAPI 3.1 under an independent validator", async () => {
  const document = openApiDocument(ENDPOINTS);
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  assert.deepEqual([valid, errors], [true, undefined]);
});

Deno.test("every endpoint stands in the document, each with an id of its own and every reference resolved", () => {
  const document = openApiDocument(ENDPOINTS);
  const operations = ENDPOINTS.map(({ contract }) =>
    at(document, "paths", contract.path, contract.method.toLowerCase())
  );
  const ids = operations.map((operation) => at(operation, "operationId"));
  assert.equal(new Set(ids).size, ENDPOINTS.length);
  const text = JSON.stringify(document);
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    at(document, "components", "schemas", name);
  }
  assert.doesNotMatch(text, /#\/\$defs/);
});

Deno.test("what the frame finds on the way is documented with what the contract names", () => {
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
  });
});

Deno.test("a query parameter is described by what its text is read as, and is optional where it has a default", () => {
  const operation = at(openApiDocument([endpoint("/items/{id}")]), "paths", "/items/{id}", "patch");
  const parameters = at(operation, "parameters");
  assert.ok(Array.isArray(parameters));
  const limit = parameters.find((parameter: Json) => at(parameter, "name") === "limit");
  assert.deepEqual(at(limit, "required"), false);
  assert.deepEqual([at(limit, "schema", "type"), at(limit, "schema", "maximum")], ["integer", 9]);
});

Deno.test("two shapes under one name are refused", () => {
  const other = z.strictObject({ title: z.string() }).meta({ id: "Item" });
  assert.throws(() => openApiDocument([endpoint("/items/{id}"), endpoint("/others/{id}", other)]), /"Item"/);
});
