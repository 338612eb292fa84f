import assert from "node:assert/strict";
import { z } from "zod";
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

async function refusalOf(contract: Contract, body: string): Promise<DomainError> {
  const url = new URL("https://localhost/forms");
  const request = new Request(url, { method: "POST", body, headers: { "content-type": "application/json" } });
  const error = await requestParts(contract, { request, url, parameters: {} }).then(() => null, (error) => error);
  return error instanceof DomainError ? error : assert.fail(`No refusal but ${error}`);
}

const unknownFields = Array.from({ length: 200_000 }, (_, index) => `"field ${index}":0`);

/** Bodies within 16 MiB that have many faults, or one in megabytes. */
const HOSTILE: readonly (readonly [string, string, number])[] = [
  ["200,000 unknown fields", `{${unknownFields.join(",")}}`, 100],
  ["an address of 15 MB", JSON.stringify({ email: "a@a.".repeat(3_750_000), name: "Ada" }), 1],
  ["an address of 15 MB whose letters grow", JSON.stringify({ email: "\ufdfa".repeat(5_000_000), name: "Ada" }), 1],
  ["a name of 15 MB", JSON.stringify({ email: "ada@example.com", name: "a ".repeat(7_500_000) }), 1],
  ["1,500,000 texts with NUL", `[${Array(1_500_000).fill('"\\u0000"').join(",")}]`, 100],
];

Deno.test("a body with a fault in every field, or one of megabytes, is refused with a hundred faults at most", async () => {
  for (const [name, body, count] of HOSTILE) {
    const { code, faults } = await refusalOf(LARGE, body);
    assert.deepEqual([code, faults?.length], ["validation_failed", count], name);
  }
});

Deno.test("a body of more than 64 KiB is too large where the contract does not ask for more", async () => {
  for (const [name, body] of HOSTILE) assert.equal((await refusalOf(SMALL, body)).code, "body_too_large", name);
  const padded = (bytes: number): string => "{}".padEnd(bytes);
  assert.equal((await refusalOf(SMALL, padded(65_536))).code, "validation_failed");
  const { code, message } = await refusalOf(SMALL, padded(65_537));
  assert.deepEqual([code, message], ["body_too_large", "Cannot take a body of more than 64 KiB"]);
});

Deno.test("faults beyond a hundred are not counted", async () => {
  const { message } = await refusalOf(LARGE, HOSTILE[0][1]);
  assert.equal(message, "Cannot accept the request: it has more than 100 faults");
});
