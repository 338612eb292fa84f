import { z } from "zod";
import { componentReference } from "./component_name.ts";
import { CODED_HEADERS } from "./coded_headers.ts";
import type { Answered, Contract, Problems } from "./contract.ts";
import { documentationOf } from "./documented_as.ts";
import type { Endpoint } from "./endpoint.ts";
import { ruleOf } from "./middleware/rate_limit.ts";
import { problemDocument } from "./problem.ts";
import { PAGE_MEDIA } from "./refusal_page.ts";
import { promisedResponses } from "./promised_responses.ts";

/** Type of any JSON value in the OpenAPI document. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };

const INFO = {
  title: "Portfolio Optimization Service",
  version: "1.0.0",
  description:
    "Optimization runs, simulations and backtests over HTTPS. Weights, returns and rates are fractions; times are UTC.",
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};

const SECURITY_SCHEMES = {
  session: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "The access token of a signed-in user" },
  key: { type: "http", scheme: "bearer", description: "An API key as a bearer token" },
  key_header: { type: "apiKey", in: "header", name: "X-API-Key", description: "An API key in its own header" },
  connector: { type: "http", scheme: "bearer", description: "The access token of a connector of an assistant" },
  session_cookies: { type: "apiKey", in: "cookie", name: "refresh_token", description: "The cookies of a session" },
};

/**
 * Builds the OpenAPI 3.1 document from the contracts of the endpoints alone. Throws if two different schemas have the
 * same name.
 */
export function openApiDocument(endpoints: readonly Endpoint[]): JsonObject {
  const schemas = new NamedSchemas();
  const paths: Record<string, Record<string, Json>> = {};
  const contracts = endpoints.map(({ contract }) => contract).sort((a, b) =>
    compare(a.path, b.path) || compare(a.method, b.method)
  );
  for (const contract of contracts) {
    (paths[contract.path] ??= {})[contract.method.toLowerCase()] = operation(contract, schemas);
  }
  return {
    openapi: "3.1.0",
    info: INFO,
    servers: [{ url: "/" }],
    tags: [...new Set(contracts.map(tagOf))].sort().map((name) => ({ name })),
    paths,
    components: { schemas: schemas.all(), securitySchemes: SECURITY_SCHEMES },
  };
}

function operation(contract: Contract, schemas: NamedSchemas): JsonObject {
  const rule = ruleOf(contract.rateLimit);
  return {
    operationId: operationId(contract),
    tags: [tagOf(contract)],
    summary: contract.summary,
    ...contract.description === undefined ? {} : { description: contract.description },
    ...contract.deprecation === undefined ? {} : { deprecated: true },
    ...rule === null ? {} : { "x-rate-limit": { name: rule.name, per_minute: rule.perMinute } },
    ...contract.scope === undefined ? {} : { "x-scope": contract.scope },
    security: securityOf(contract),
    parameters: [
      ...pathParameters(contract, schemas),
      ...queryParameters(contract, schemas),
      ...csrfParameters(contract),
      ...idempotencyParameters(contract),
    ],
    ...requestBody(contract, schemas),
    responses: responses(contract, schemas),
  };
}

/**
 * Returns the operation id of an endpoint, for example `get_jobs_history` for `GET /jobs/history`. It does not change
 * when summaries and descriptions do.
 */
function operationId({ method, path }: Contract): string {
  return [method.toLowerCase(), ...path.match(/[A-Za-z0-9]+/g) ?? []].join("_");
}

/**
 * Returns the OpenAPI tag (group) of an endpoint: the first segment of its path, or the name that `TAGS` has for that
 * segment.
 */
function tagOf({ path }: Contract): string {
  const [, first = ""] = path.split("/");
  return TAGS[first] ?? first;
}

const TAGS: Readonly<Record<string, string>> = {
  mc: "simulations",
  methods: "catalogue",
  universe: "catalogue",
  "mutual-funds": "catalogue",
  "us-stocks": "catalogue",
  users: "account",
  billing: "account",
  verify: "auth",
  reset: "auth",
  "openapi.json": "system",
  docs: "system",
  health: "system",
  ready: "system",
  ".well-known": "system",
};

function securityOf({ credential }: Contract): readonly Json[] {
  if (credential === "public") return [];
  if (credential === "session cookies") return [{ session_cookies: [] }];
  if (credential === "session") return [{ session: [] }];
  if (credential === "connector") return [{ connector: [] }];
  return [{ session: [] }, { key: [] }, { key_header: [] }];
}

function pathParameters({ parameters = {} }: Contract, schemas: NamedSchemas): readonly Json[] {
  return Object.entries(parameters).map(([name, schema]) => ({
    name,
    in: "path",
    required: true,
    schema: schemas.of(schema, "input"),
  }));
}

/**
 * Returns the OpenAPI description of an endpoint's query parameters. It shows the types after parsing, although a query
 * is text.
 */
function queryParameters({ query }: Contract, schemas: NamedSchemas): readonly Json[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    if (!(schema instanceof z.ZodType)) throw new Error(`Cannot describe the query parameter "${name}"`);
    return { name, in: "query", required: !schema.safeParse(undefined).success, schema: schemas.of(schema, "output") };
  });
}

function csrfParameters({ credential, method }: Contract): readonly Json[] {
  if (credential === "public" || method === "GET") return [];
  return [{
    name: "X-CSRF-Token",
    in: "header",
    required: credential === "session cookies",
    description: "The value of the csrf_token cookie; needed whenever a session cookie is sent",
    schema: { type: "string" },
  }];
}

function idempotencyParameters({ idempotent }: Contract): readonly Json[] {
  if (idempotent !== true) return [];
  return [{
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "The same request with the same key within 24 hours is carried out once, and each repetition gets the first answer",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  }];
}

function requestBody({ body, bodyMayBeEmpty, takesFile, takesForm }: Contract, schemas: NamedSchemas): JsonObject {
  if (takesFile !== undefined) {
    const schema = { type: "string", format: "binary" };
    return {
      requestBody: { required: true, content: Object.fromEntries(takesFile.map((type) => [type, { schema }])) },
    };
  }
  if (body === undefined) return {};
  const media = takesForm ? "application/x-www-form-urlencoded" : "application/json";
  const content = { [media]: { schema: schemas.of(body, "input") } };
  return { requestBody: { required: bodyMayBeEmpty !== true, content } };
}

function responses(contract: Contract, schemas: NamedSchemas): JsonObject {
  const promised = Object.entries(promisedResponses(contract));
  return Object.fromEntries(promised.map(([status, response]) => {
    const isCoded = contract.isCompressed === true && status === "200" && !("problem" in response);
    const optionalHeaders = isCoded ? { ...CODED_HEADERS, ...response.optionalHeaders } : undefined;
    return [status, responseOf(optionalHeaders === undefined ? response : { ...response, optionalHeaders }, schemas)];
  }));
}

function responseOf(response: Answered | Problems, schemas: NamedSchemas): JsonObject {
  if ("problem" in response) {
    const content = {
      "application/problem+json": { schema: schemas.of(problemDocument, "output") },
      ...response.isPageToBrowsers && { [PAGE_MEDIA]: {} },
    };
    return { description: response.problem.join(", "), content };
  }
  const { description, body, media, shape } = response;
  const headers = headersOf(response);
  return {
    description,
    ...Object.keys(headers).length === 0 ? {} : { headers },
    ...body !== undefined
      ? { content: { "application/json": { schema: schemas.of(body, "output") } } }
      : media === undefined
      ? {}
      : { content: { [media]: shape === undefined ? {} : { schema: schemas.of(shape, "output") } } },
  };
}

function headersOf({ headers = [], optionalHeaders = {} }: Answered): JsonObject {
  const schema = { type: "string" };
  return Object.fromEntries([
    ...headers.map((name) => [name, { required: true, schema }]),
    ...Object.entries(optionalHeaders).map(([name, description]) => [name, { description, schema }]),
  ]);
}

/** Collects the named schemas of the OpenAPI document, so that each stands in it once. */
class NamedSchemas {
  readonly #byName = new Map<string, Json>();

  /** Returns the JSON Schema of a zod schema, or a `$ref` to it if the schema has a name. */
  of(type: z.ZodType, io: "input" | "output"): JsonObject {
    const made = asJson(z.toJSONSchema(type, {
      target: "draft-2020-12",
      io,
      // A zod schema without a JSON Schema of its own, such as a custom check, must name its type in its metadata.
      unrepresentable: ({ zodSchema }) => z.globalRegistry.get(zodSchema)?.type === undefined ? "throw" : "any",
      override: ({ zodSchema, jsonSchema }) => {
        const documentation = documentationOf(zodSchema);
        if (documentation !== undefined) Object.assign(jsonSchema, this.of(documentation.type, documentation.io));
        if (zodSchema instanceof z.ZodIntersection) standBeside(jsonSchema);
        delete jsonSchema.id;
      },
    }));
    const { $schema: _dialect, $defs, ...schema } = relocated(made);
    for (const [name, definition] of Object.entries(isObject($defs) ? $defs : {})) this.#put(name, definition);
    const name = type.meta()?.id;
    if (typeof name !== "string") return schema;
    if (!("$ref" in schema)) this.#put(name, schema);
    return { $ref: componentReference(name) };
  }

  all(): JsonObject {
    return Object.fromEntries([...this.#byName].sort(([a], [b]) => compare(a, b)));
  }

  #put(name: string, schema: Json): void {
    const known = this.#byName.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas are named "${name}"`);
    }
    this.#byName.set(name, schema);
  }
}

/**
 * Moves the parts of an `allOf` into the schema itself. Parts with a `$ref`, or with a keyword that another part also
 * has, stay in `allOf`.
 */
function standBeside(schema: z.core.JSONSchema.BaseSchema): void {
  const { allOf: parts = [] } = schema, keywords = parts.flatMap(Object.keys);
  const isOnce = (part: object): boolean =>
    Object.keys(part).every((word) => word !== "$ref" && keywords.indexOf(word) === keywords.lastIndexOf(word));
  const left = parts.filter((part) => !isOnce(part));
  delete schema.allOf;
  Object.assign(schema, ...parts.filter(isOnce), left.length === 0 ? {} : { allOf: left });
}

function relocated(schema: Json): JsonObject {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', `"${componentReference("")}`);
  // `{"not":{}}` matches no value. It is replaced by `false`, a form that OpenAPI readers know.
  const moved = asJson(JSON.parse(text.replaceAll('{"not":{}}', "false")));
  if (!isObject(moved)) throw new Error("A JSON Schema must be an object here");
  return moved;
}

function asJson(value: unknown): Json {
  if (isJson(value)) return value;
  throw new Error("A JSON Schema must be JSON");
}

function isJson(value: unknown): value is Json {
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value === "object" && value !== null) {
    return Object.values(value).every((member) => member === undefined || isJson(member));
  }
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
