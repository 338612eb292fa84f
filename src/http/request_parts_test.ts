import assert from "node:assert/strict";
import { z } from "zod";
import { partOf } from "../../tests/support/tier.ts";
import { emailGuess, line } from "../accounts/fields.ts";
import { DomainError } from "../domain/errors.ts";
import type { Contract } from "./contract.ts";
import { MAX_BODY_BYTES } from "./middleware/body_limit.ts";
import { requestParts } from "./request_parts.ts";

const SMALL: Contract = {
  method: "POST",
  path: "/forms",
  summary: "Send a form",
  credential: "public",
  rateLimit: "none",
  body: z.strictObject({ email: emailGuess, name: line(20) }),
  responses: { 200: { description: "Taken" } },
};
const LARGE: Contract = { ...SMALL, maxBytes: MAX_BODY_BYTES };

async function refusalOf(
  contract: Contract,
  body: string,
  headers: Record<string, string> = { "content-type": "application/json" },
): Promise<DomainError> {
  const url = new URL("https://localhost/forms");
  const request = new Request(url, { method: "POST", body, headers });
  const error = await requestParts(contract, { request, url, parameters: {} }).then(() => null, (error) => error);
  return error instanceof DomainError ? error : assert.fail(`No refusal but ${error}`);
}

const unknownFields = Array.from({ length: 200_000 }, (_, index) => `"field ${index}":0`);

/**
 * Test cases: request bodies of up to 16 MiB that have very many faults, or one fault in megabytes of text. Each has
 * its expected number of faults.
 */
const HOSTILE: readonly (readonly [string, string, number])[] = [
  ["200,000 unknown fields", `{${unknownFields.join(",")}}`, 101],
  ["an address of 15 MB", JSON.stringify({ email: "a@a.".repeat(3_750_000), name: "Ada" }), 1],
  ["an address of 15 MB whose letters grow", JSON.stringify({ email: "\ufdfa".repeat(5_000_000), name: "Ada" }), 1],
  ["a name of 15 MB", JSON.stringify({ email: "ada@example.com", name: "a ".repeat(7_500_000) }), 1],
  ["300,000 texts with NUL", `[${Array(300_000).fill('"\\u0000"').join(",")}]`, 100],
  ["1,500,000 texts", `[${Array(1_500_000).fill('""').join(",")}]`, 1],
];

Deno.test("a body with very many faults or a field of megabytes is refused with at most a hundred faults and a count", async () => {
  for (const [name, body, count] of partOf(HOSTILE)) {
    const { code, faults } = await refusalOf(LARGE, body);
    assert.deepEqual([code, faults?.length], ["validation_failed", count], name);
  }
});

Deno.test("a body of more than 64 KiB is too large unless the endpoint's contract allows more", async () => {
  for (const [name, body] of HOSTILE) assert.equal((await refusalOf(SMALL, body)).code, "body_too_large", name);
  const padded = (bytes: number): string => "{}".padEnd(bytes);
  assert.equal((await refusalOf(SMALL, padded(65_536))).code, "validation_failed");
  const { code, message } = await refusalOf(SMALL, padded(65_537));
  assert.deepEqual([code, message], ["body_too_large", "Cannot take a body of more than 64 KiB"]);
});

Deno.test("a refusal lists a hundred faults and then the number of further ones", async () => {
  const names = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`field${i}`, 1]));
  const { message, faults } = await refusalOf(SMALL, JSON.stringify(names));
  const count = Number(/^Cannot accept the request: it has (\d+) faults$/.exec(message)?.[1]);
  assert.ok(count >= 150, message);
  assert.deepEqual([faults.length, faults.at(-1)], [101, {
    pointer: "",
    detail: `Cannot list ${count - 100} more faults`,
  }]);
  const unknown = await refusalOf({ ...SMALL, unknownField: "unknown_field" }, JSON.stringify(names));
  assert.equal(unknown.faults.at(-1)?.detail, `Cannot list ${count - 100} more faults`);
});

Deno.test("an error code for unknown fields takes precedence over every other fault, and its detail names the first of them", async () => {
  const contract: Contract = { ...SMALL, body: z.strictObject({ name: line(20) }), unknownField: "unknown_field" };
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['{"a":1}', ["/a", "/name"]],
    ['{"name":1,"b":2,"a":1}', ["/b", "/a", "/name"]],
    ['{"__proto__":1}', ["/__proto__", "/name"]],
    ['{"name":1,"\\u0000":1}', ["/\0", "/name"]],
    ['{"name":"\\u0000","\\ud800":1}', ["/\ufffd", "/name"]],
  ];
  for (const [body, pointers] of cases) {
    const { code, message, faults } = await refusalOf(contract, body);
    assert.deepEqual([code, faults.map(({ pointer }) => pointer)], ["unknown_field", pointers], body);
    assert.ok(message.startsWith("Cannot find field ") && message === faults[0].detail, message);
  }
  assert.equal((await refusalOf(contract, '{"name":"\\u0000"}')).code, "validation_failed");
  assert.equal((await refusalOf(contract, '["\\u0000"]')).code, "validation_failed");
});

const BODILESS: Contract = {
  method: "POST",
  path: "/forms/{id}/send",
  summary: "Send a form",
  credential: "public",
  rateLimit: "none",
  responses: { 204: { description: "Sent" } },
};

Deno.test("an endpoint without a body accepts none, an empty one of any type and an empty JSON object", async () => {
  const url = new URL("https://localhost/forms");
  const json = { "content-type": "application/json" };
  for (
    const init of [
      {},
      { body: "" },
      { body: "", headers: json },
      { body: "", headers: { "content-type": "application/x-www-form-urlencoded" } },
      { body: "{}", headers: json },
    ]
  ) {
    const request = new Request(url, { method: "POST", ...init });
    assert.equal((await requestParts(BODILESS, { request, url, parameters: {} })).body, undefined);
  }
});

Deno.test("an endpoint without a body refuses content with the error codes of other endpoints", async () => {
  const refused: readonly (readonly [string, string, string])[] = [
    ['{"force":true}', "application/json", "validation_failed"],
    ["[]", "application/json", "validation_failed"],
    ["{", "application/json", "malformed_json"],
    ["force=1", "application/x-www-form-urlencoded", "unsupported_media_type"],
    ["{}".padEnd(65_537), "application/json", "body_too_large"],
  ];
  for (const [body, type, code] of refused) {
    assert.equal((await refusalOf(BODILESS, body, { "content-type": type })).code, code, body);
  }
  assert.deepEqual((await refusalOf(BODILESS, '{"force":true}')).faults.map(({ pointer }) => pointer), ["/force"]);
});
