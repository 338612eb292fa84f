import { ENDPOINTS } from "../../src/http/routes/mod.ts";

/** A request as a hostile or broken client sends it, and the status that the service must answer. */
export interface HostileRequest {
  readonly kind: string;
  readonly name: string;
  readonly status: number;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Sender of the hostile request: `nobody` sends no credential; if absent, a signed-in person sends it. */
  readonly by?: "nobody";
}

/**
 * Raw bytes of a malformed or unusual HTTP/1.1 request, with the status that the service must answer. `closed` means
 * that it closes the connection without an answer.
 */
export interface HostileBytes {
  readonly name: string;
  readonly bytes: string;
  readonly status: number | "closed";
}

interface BodyRoute {
  readonly method: string;
  readonly path: string;
  /** JSON object from which the hostile bodies for this route are made. The route itself may refuse it. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly by?: "nobody";
  /** Expected status for a body with an unknown field; 422 by default. */
  readonly unknownField?: number;
  /** Size in bytes of a body that is too large for the route; 66,000 if absent. */
  readonly tooManyBytes?: number;
}

/** Placeholder in the path of a hostile request for the id of the person's own run. */
export const RUN = "{run_id}";
const JSON_TYPE = { "content-type": "application/json" };
const PROTOTYPE_NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];
const PASSWORD = "Correct horse battery";

const BODY_ROUTES: readonly BodyRoute[] = [
  { method: "POST", path: "/auth/signup", body: { email: "x@example.com", password: PASSWORD }, by: "nobody" },
  { method: "POST", path: "/auth/login", body: { email: "x@example.com", password: PASSWORD }, by: "nobody" },
  { method: "POST", path: "/auth/password/reset/request", body: { email: "x@example.com" }, by: "nobody" },
  {
    method: "POST",
    path: "/auth/password/reset/confirm",
    body: { token: "x".repeat(32), new_password: PASSWORD },
    by: "nobody",
  },
  { method: "POST", path: "/auth/email/verify/confirm", body: { token: "x".repeat(32) }, by: "nobody" },
  { method: "POST", path: "/auth/password", body: { old_password: "wrong horse", new_password: PASSWORD } },
  { method: "POST", path: "/auth/api-clients", body: { name: "client" } },
  { method: "POST", path: "/auth/api-keys", body: { client_id: "x", scopes: ["jobs:read"] } },
  { method: "PATCH", path: "/users/me", body: { full_name: "A" } },
  {
    method: "POST",
    path: "/jobs",
    body: { assets: ["NSE:EXMANGO"], methods: ["equal_weight"] },
    tooManyBytes: 17_000_000,
  },
  {
    method: "POST",
    path: "/classification-maps",
    body: { map: { "NSE:EXMANGO": 1 }, name: "x" },
    tooManyBytes: 1_100_000,
  },
  { method: "POST", path: "/uploads", body: { kind: "returns", name: "x" } },
  { method: "POST", path: "/templates", body: { name: "x", request: { methods: [1] } } },
  { method: "POST", path: `/runs/${RUN}/tags`, body: { tag: "a,b" } },
  { method: "PATCH", path: `/jobs/${RUN}`, body: { name: "x" }, unknownField: 400 },
  { method: "POST", path: `/runs/${RUN}/backtest`, body: { methods: ["equal_weight"] } },
  { method: "POST", path: `/runs/${RUN}/monte_carlo`, body: { paths: 10 } },
];

/** Test helper. Returns one hostile request for each route of `BODY_ROUTES`, all with the same attack on the body. */
function onBodies(
  kind: string,
  name: string,
  status: number | ((route: BodyRoute) => number),
  body: (route: BodyRoute) => string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = JSON_TYPE,
): readonly HostileRequest[] {
  return BODY_ROUTES.map((route) => ({
    kind,
    name,
    status: typeof status === "number" ? status : status(route),
    method: route.method,
    path: route.path,
    headers,
    body: body(route),
    ...(route.by && { by: route.by }),
  }));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

/** Test helper. Encodes a text as UTF-16 with a byte order mark, as some editors save it. */
function utf16(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array([0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0), 0])]);
}

const whole = ({ body }: BodyRoute): string => JSON.stringify(body);
const firstName = ({ body }: BodyRoute): string => Object.keys(body)[0];
const unknownField = ({ unknownField = 422 }: BodyRoute): number => unknownField;
const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

const SIZES = [
  ...onBodies(
    "size",
    "more bytes than the route takes",
    413,
    ({ tooManyBytes = 66_000 }) => " ".repeat(tooManyBytes),
  ),
  ...onBodies(
    "size",
    "a text of 60,000 letters in the first field",
    422,
    ({ body }) => JSON.stringify({ ...body, [Object.keys(body)[0]]: "x".repeat(60_000) }),
  ),
  ...onBodies(
    "size",
    "an unknown name of 60,000 letters",
    unknownField,
    ({ body }) => JSON.stringify({ ...body, ["x".repeat(60_000)]: 1 }),
  ),
];

const DEPTHS = [65, 10_000].flatMap((depth) => [
  ...onBodies(
    "depth",
    `${depth} lists in the first field`,
    400,
    (route) => `{${JSON.stringify(firstName(route))}:${nested(depth)}}`,
  ),
]);

const COUNTS = [
  ...onBodies(
    "count",
    "a thousand unknown names",
    unknownField,
    ({ body }) =>
      JSON.stringify({ ...body, ...Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`n${at}`, at])) }),
  ),
  ...onBodies(
    "count",
    "a list of five thousand objects for the first field",
    422,
    (route) => `{${JSON.stringify(firstName(route))}:[${"{},".repeat(5_000)}{}]}`,
  ),
];

const ENCODINGS = [
  ...onBodies("encodings", "gzip by its header", 415, whole, { ...JSON_TYPE, "content-encoding": "gzip" }),
  ...onBodies("encodings", "no JSON by its type", 415, whole, { "content-type": "text/plain" }),
  ...onBodies("encodings", "latin1 by its type", 415, whole, { "content-type": "application/json; charset=latin1" }),
  ...onBodies("encodings", "a form", 415, () => "email=x&password=y", {
    "content-type": "application/x-www-form-urlencoded",
  }),
  ...onBodies("encodings", "a byte order mark", 400, (route) => concat(bytesOf("\ufeff"), bytesOf(whole(route)))),
  ...onBodies("encodings", "UTF-16", 400, (route) => utf16(whole(route))),
  ...onBodies(
    "encodings",
    "a byte that is no UTF-8",
    400,
    (route) => concat(bytesOf(`{${JSON.stringify(firstName(route))}:"`), new Uint8Array([0xc3, 0x28]), bytesOf('"}')),
  ),
  ...onBodies("encodings", "gzip without its header", 400, () => new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])),
];

const SYNTAX = [
  ...onBodies("syntax", "nothing", 400, () => ""),
  ...onBodies("syntax", "half an object", 400, (route) => whole(route).slice(0, -1)),
  ...onBodies("syntax", "two values", 400, (route) => whole(route) + whole(route)),
  ...onBodies("syntax", "NaN", 400, (route) => `{${JSON.stringify(firstName(route))}:NaN}`),
  ...onBodies("syntax", "a comment", 400, (route) => `/* */${whole(route)}`),
  ...onBodies("syntax", "null", 422, () => "null"),
  ...onBodies("syntax", "a list", 422, (route) => `[${whole(route)}]`),
  ...onBodies("syntax", "a number beyond all", 422, (route) => `{${JSON.stringify(firstName(route))}:1e999}`),
];

const UNICODE = ["\\u0000", "\\ud800", "\\udc00x"].flatMap((escape) =>
  onBodies(
    "unicode",
    `${escape} in the first field`,
    422,
    (route) => `{${JSON.stringify(firstName(route))}:"a${escape}b"}`,
  )
);

const NAMES = PROTOTYPE_NAMES.flatMap((name) => [
  ...onBodies(
    "prototype names",
    `${name} as a field`,
    unknownField,
    ({ body }) => JSON.stringify({ ...body }).replace("{", `{${JSON.stringify(name)}:{"isAdmin":true},`),
  ),
  ...onBodies(
    "prototype names",
    `${name} within the first field`,
    422,
    (route) => `{${JSON.stringify(firstName(route))}:{"${name}":1}}`,
  ),
]);

/**
 * Functions that return a body of POST /jobs in which the given name stands for an asset, a method, a parameter or
 * another thing that a client names.
 */
const NAMED_PLACES: readonly (readonly [place: string, body: (name: string) => string])[] = [
  ["an asset", (name) => `{"assets":["${name}"],"methods":["equal_weight"]}`],
  ["a method", (name) => `{"assets":["NSE:EXMANGO"],"methods":["${name}"]}`],
  ["the method of an object", (name) => `{"assets":["NSE:EXMANGO"],"methods":[{"method":"${name}"}]}`],
  ["a parameter of a method", (name) => `{"assets":["NSE:EXMANGO"],"methods":[{"method":"min_cvar","${name}":1}]}`],
  ["a family of rules", (name) => `{"assets":["NSE:EXMANGO"],"methods":["equal_weight"],"constraints":{"${name}":1}}`],
  [
    "an asset of bounds",
    (name) =>
      `{"assets":["NSE:EXMANGO"],"methods":["equal_weight"],"constraints":{"weight_bounds":{"assets":{"${name}":{"max":1}}}}}`,
  ],
  [
    "an estimator",
    (name) => `{"assets":["NSE:EXMANGO"],"methods":["equal_weight"],"estimators":{"covariance":"${name}"}}`,
  ],
  ["a benchmark", (name) => `{"assets":["NSE:EXMANGO"],"methods":["equal_weight"],"benchmark":"${name}"}`],
  [
    "a model of returns",
    (name) => `{"assets":["NSE:EXMANGO"],"methods":["equal_weight"],"monte_carlo":{"model":"${name}"}}`,
  ],
  ["a frequency", (name) => `{"assets":["NSE:EXMANGO"],"methods":["equal_weight"],"frequency":"${name}"}`],
];

const NAMED = PROTOTYPE_NAMES.flatMap((name) =>
  NAMED_PLACES.map(([place, body]): HostileRequest => ({
    kind: "prototype names",
    name: `${name} as ${place}`,
    status: 422,
    method: "POST",
    path: "/jobs",
    headers: JSON_TYPE,
    body: body(name),
  }))
);

const LISTS = ENDPOINTS.map(({ contract }) => contract)
  .filter(({ query }) => query !== undefined && "cursor" in query.shape && "limit" in query.shape)
  .map(({ path }) => path);

const QUERIES = LISTS.flatMap((path) =>
  ([
    ["fifty-one parameters", `limit=1${"&limit=1".repeat(50)}`, 422],
    ["the same name twice", "limit=1&limit=2", 422],
    ["a cursor of somebody's own", "cursor=eyJhIjoxfQ", 400],
    ["a cursor of 4,000 letters", `cursor=${"a".repeat(4_000)}`, 422],
    ["a limit of no number", "limit=ten", 422],
    ["a limit beyond all", "limit=99999999999999999999", 422],
    ["a limit below zero", "limit=-1", 422],
    ["a limit in hexadecimal", "limit=0x10", 422],
    ["an unknown name", "admin=true", 422],
    ["an escape of no UTF-8", "limit=%ff%fe", 422],
    ["half an escape", "limit=%", 422],
    ["NUL", "limit=%00", 422],
    ["__proto__", "__proto__[x]=1", 422],
    ["9,000 letters", `cursor=${"a".repeat(9_000)}`, 422],
  ] as const).map(([name, query, status]): HostileRequest => ({
    kind: "queries",
    name,
    status,
    method: "GET",
    path: `${path}?${query}`,
  }))
);

const LONG = "x".repeat(6_000);
const HEADERS = ([
  ["a credential of 6,000 letters", { authorization: `Bearer ${LONG}` }, 401],
  ["an empty credential", { authorization: "Bearer " }, 401],
  ["another scheme", { authorization: "Basic eDp5" }, 401],
  ["a token without a signature", { authorization: "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0." }, 401],
  ["a key of 6,000 letters", { authorization: "", "x-api-key": LONG }, 401],
  ["a key named __proto__", { authorization: "", "x-api-key": "__proto__" }, 401],
  ["a key of punctuation", { authorization: "", "x-api-key": "pos_';--" }, 401],
] as const).flatMap(([name, headers, status]) =>
  ["/users/me", "/jobs/history", "/backtests"].map((path): HostileRequest => ({
    kind: "headers",
    name,
    status,
    method: "GET",
    path,
    headers,
    by: "nobody",
  }))
);

const SUBMISSION = JSON.stringify({ assets: ["NSE:NONE"], methods: ["equal_weight"] });
const IDEMPOTENCY = ([
  ["an Idempotency-Key of 6,000 letters", LONG],
  ["an empty Idempotency-Key", ""],
  ["an Idempotency-Key with a control letter", "a\tb"],
  ["an Idempotency-Key with a letter of no ASCII", "\u00e9"],
] as const).map(([name, key]): HostileRequest => ({
  kind: "headers",
  name,
  status: 422,
  method: "POST",
  path: "/jobs",
  headers: { ...JSON_TYPE, "idempotency-key": key },
  body: SUBMISSION,
}));

const METHODS = ["PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"].flatMap((method) =>
  ["/health", "/jobs/history", "/auth/login"].map((path): HostileRequest => ({
    kind: "methods",
    name: method,
    status: 405,
    method,
    path,
  }))
);

const DUPLICATES: readonly HostileRequest[] = [
  {
    kind: "duplicate names",
    name: "the last of two methods counts",
    status: 422,
    method: "POST",
    path: "/jobs",
    headers: JSON_TYPE,
    body: '{"assets":["NSE:EXMANGO"],"methods":["equal_weight"],"methods":["none"]}',
  },
];

export const HOSTILE_REQUESTS: readonly HostileRequest[] = [
  ...SIZES,
  ...DEPTHS,
  ...COUNTS,
  ...ENCODINGS,
  ...SYNTAX,
  ...UNICODE,
  ...NAMES,
  ...NAMED,
  ...QUERIES,
  ...HEADERS,
  ...IDEMPOTENCY,
  ...METHODS,
  ...DUPLICATES,
];

const HOST = "Host: localhost\r\n";
const SIGN_IN_BODY = '{"email":"x@example.com","password":"Correct horse battery"}';
const LENGTH = `Content-Length: ${SIGN_IN_BODY.length}\r\n`;
const SIGN_IN = `POST /auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;

function get(path: string, headers = ""): string {
  return `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
}

/** Malformed and unusual requests that are sent as raw bytes over an HTTP/1.1 connection. */
export const HOSTILE_BYTES: readonly HostileBytes[] = [
  {
    name: "two lengths that differ",
    bytes: `${SIGN_IN}${LENGTH}Content-Length: 3\r\n\r\n${SIGN_IN_BODY}`,
    status: 400,
  },
  { name: "a length and chunks", bytes: `${SIGN_IN}${LENGTH}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, status: 400 },
  { name: "a length below zero", bytes: `${SIGN_IN}Content-Length: -1\r\n\r\n`, status: 400 },
  { name: "a length with a sign", bytes: `${SIGN_IN}Content-Length: +3\r\n\r\n{}`, status: 400 },
  { name: "a length beyond all", bytes: `${SIGN_IN}Content-Length: 99999999999999999999\r\n\r\n`, status: 400 },
  { name: "a length of 16 GB", bytes: `${SIGN_IN}Content-Length: 17179869184\r\n\r\n{`, status: 413 },
  {
    name: "a chunk of no size",
    bytes: `${SIGN_IN}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    status: "closed",
  },
  { name: "a coding that is not known", bytes: `${SIGN_IN}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, status: 400 },
  { name: "a blank before a colon", bytes: `GET /health HTTP/1.1\r\n${HOST}X-A : b\r\n\r\n`, status: 400 },
  { name: "a header over two lines", bytes: get("/health", "X-A: b\r\n c\r\n"), status: 400 },
  { name: "a header of 64 KiB", bytes: get("/health", `X-A: ${"a".repeat(65_536)}\r\n`), status: 400 },
  { name: "a thousand headers", bytes: get("/health", "X-A: b\r\n".repeat(1_000)), status: 400 },
  { name: "NUL in a header", bytes: get("/health", "X-A: a\0b\r\n"), status: 400 },
  { name: "a header without a name", bytes: get("/health", ": b\r\n"), status: 400 },
  { name: "no host", bytes: "GET /health HTTP/1.1\r\n\r\n", status: 200 },
  { name: "two hosts", bytes: get("/health", "Host: evil.example\r\n"), status: 400 },
  { name: "a host of somebody else", bytes: "GET /health HTTP/1.1\r\nHost: evil.example\r\n\r\n", status: 200 },
  { name: "a version that is not", bytes: `GET /health HTTP/9.9\r\n${HOST}\r\n`, status: 400 },
  { name: "no version", bytes: "GET /health\r\n\r\n", status: 400 },
  { name: "no request", bytes: "\x16\x03\x01\r\n\r\n", status: 400 },
  { name: "a method in lower case", bytes: `get /health HTTP/1.1\r\n${HOST}\r\n`, status: 405 },
  { name: "TRACE", bytes: `TRACE /health HTTP/1.1\r\n${HOST}\r\n`, status: 405 },
  { name: "CONNECT", bytes: `CONNECT localhost:443 HTTP/1.1\r\n${HOST}\r\n`, status: 404 },
  { name: "another host as the address", bytes: `GET http://evil.example/health HTTP/1.1\r\n${HOST}\r\n`, status: 200 },
  { name: "an upgrade", bytes: get("/health", "Connection: Upgrade\r\nUpgrade: websocket\r\n"), status: 200 },
  { name: "a path up and out", bytes: get("/docs/../../etc/passwd"), status: 404 },
  { name: "an escaped path up and out", bytes: get("/docs/%2e%2e%2f%2e%2e%2fetc%2fpasswd"), status: 404 },
  { name: "a path with backslashes", bytes: get("/docs/..\\..\\etc"), status: 404 },
  { name: "a path with two slashes", bytes: get("//health"), status: 404 },
  { name: "%00 in a path", bytes: get("/jobs/run_%00"), status: 401 },
  { name: "an escape of no UTF-8 in a path", bytes: get("/downloads/%ff%fe"), status: 404 },
  { name: "half an escape in a path", bytes: get("/downloads/%"), status: 404 },
  { name: "a path of 12,000 letters", bytes: get(`/downloads/${"a".repeat(12_000)}`), status: 404 },
  { name: "a path of 64 KiB", bytes: get(`/downloads/${"a".repeat(65_536)}`), status: 400 },
  { name: "a path with a fragment", bytes: get("/health#x"), status: 200 },
  { name: "a letter beyond ASCII in a path", bytes: get("/downloads/\u00e9"), status: 403 },
  { name: "an asterisk", bytes: `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, status: 404 },
];
