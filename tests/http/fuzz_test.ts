import assert from "node:assert/strict";
import fc from "fast-check";
import type { Contract } from "../../src/http/contract.ts";
import { ENDPOINTS } from "../../src/http/routes/mod.ts";
import { Browser, verifiedBrowser } from "../support/browser.ts";
import { runService } from "../support/running_service.ts";

const RUNS_PER_ENDPOINT = 40;

/** Text of any sort: NUL, lone surrogates, text that grows when it is normalised, headers, other services' tricks. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom(
    "",
    "\u0000",
    "\ud800",
    "\ufdfa".repeat(200),
    "a\r\nSet-Cookie: x=y",
    "__proto__",
    "constructor",
    "../../etc/passwd",
    "%00%ff",
    "${jndi:x}",
    "a".repeat(5_000),
    "ada@example.com",
    `${"a".repeat(288)}@example.com`,
    "Correct horse",
    `Aa${"é".repeat(200)}`,
  ),
);
const value = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, 0, -1, 1e308, true, [], {}, [[]], [null]),
);

/** The names that the body of a contract knows, taken from its schema. */
function fieldsOf({ body }: Contract): readonly string[] {
  return body !== undefined && "shape" in body ? Object.keys(body.shape as object) : [];
}

function bodyFor(contract: Contract): fc.Arbitrary<unknown> {
  const names = fieldsOf(contract);
  const someFields = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
  const withStrangers = fc.tuple(someFields, fc.dictionary(text, value, { maxKeys: 2 })).map(([known, more]) => ({
    ...more,
    ...known,
  }));
  return fc.oneof(someFields, withStrangers, value);
}

const pathFor = (contract: Contract): fc.Arbitrary<string> => {
  const names = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([placeholder]) => placeholder);
  return fc.tuple(...names.map(() => text)).map((values) =>
    names.reduce(
      (path, name, index) => path.replace(name, encodeURIComponent(wellFormed(values[index])) || "x"),
      contract.path as string,
    )
  );
};

const queryFor = ({ query }: Contract): fc.Arbitrary<string> => {
  const known = query === undefined ? [] : Object.keys(query.shape);
  const name = known.length === 0 ? text : fc.oneof(fc.constantFrom(...known), text);
  return fc.array(fc.tuple(name, text), { maxLength: 3 }).map((pairs) =>
    pairs.map((pair) => pair.map((part) => encodeURIComponent(wellFormed(part))).join("=")).join("&")
  );
};

const wellFormed = (part: string): string => part.toWellFormed();

Deno.test("no body, path or query makes the service fail", async () => {
  await using service = await runService();
  const browser = await verifiedBrowser(service);
  // A made-up body must not end the session that the others are sent by.
  const harmless = ENDPOINTS.filter(({ contract }) => `${contract.method} ${contract.path}` !== "DELETE /users/me");
  for (const { contract } of harmless) {
    const request = fc.record({ path: pathFor(contract), query: queryFor(contract), body: bodyFor(contract) });
    await fc.assert(
      fc.asyncProperty(request, async ({ path, query, body }) => {
        const { status } = await browser.send(contract.method, query === "" ? path : `${path}?${query}`, {
          body: contract.method === "GET" || contract.body === undefined ? undefined : JSON.stringify(body) ?? "null",
          headers: { cookie: "" },
        });
        assert.notEqual(status, 500);
      }),
      { numRuns: RUNS_PER_ENDPOINT },
    );
  }
  assert.equal((await browser.send("GET", "/users/me")).status, 200);
});

Deno.test("no credential makes the service fail", async () => {
  await using service = await runService();
  const headerText = fc.oneof(
    fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 200 }),
    fc.constantFrom(
      "Bearer",
      "Bearer ",
      "Bearer a.b.c",
      "Bearer pos_x_y",
      "Bearer e30.e30.",
      "Basic x",
      "bearer  x  y",
      "pos_",
      "e30.e30.e30",
    ),
  );
  const request = fc.record({
    authorization: headerText,
    "x-api-key": headerText,
    cookie: headerText,
    "x-csrf-token": headerText,
  }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(
      request,
      fc.constantFrom("/users/me", "/jobs/active", "/auth/refresh", "/auth/logout"),
      async (headers, path) => {
        const { status } = await new Browser(service).send(path.startsWith("/auth") ? "POST" : "GET", path, {
          headers,
        });
        assert.equal(status === 401 || status === 403, true, String(status));
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("bodies that are too large, too deep or no JSON are refused by what they are", async () => {
  await using service = await runService();
  const send = (body: string | Uint8Array<ArrayBuffer>, type = "application/json") =>
    new Browser(service).send("POST", "/auth/login", { body, headers: { "content-type": type } });
  const cases: readonly [string | Uint8Array<ArrayBuffer>, number, string][] = [
    [" ".repeat(16 * 1024 * 1024 + 1), 413, "body_too_large"],
    [`{"email":"a","password":"${"x".repeat(16 * 1024 * 1024 - 50)}"}`, 422, "validation_failed"],
    ["[".repeat(100_000), 400, "malformed_json"],
    [`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, 400, "malformed_json"],
    ["", 400, "malformed_json"],
    ["{", 400, "malformed_json"],
    ["null", 422, "validation_failed"],
    [Uint8Array.of(0x22, 0xff, 0x22), 400, "malformed_json"],
    ['{"email":"a@example.com","password":"\\ud800"}', 422, "validation_failed"],
    ['{"email":"\\u0000","password":"x"}', 422, "validation_failed"],
  ];
  for (const [body, status, code] of cases) {
    const reply = await send(body);
    assert.deepEqual([reply.status, reply.body.code], [status, code], String(body.slice(0, 40)));
  }
  assert.equal((await send("email=a", "application/x-www-form-urlencoded")).status, 415);
});
