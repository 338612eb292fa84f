import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import { CLIENT_DEADLINES } from "./client_deadlines.ts";
import { readFormBody } from "./form_body.ts";

const FORM = "application/x-www-form-urlencoded";

function read(body: string | Uint8Array<ArrayBuffer>, type = FORM): Promise<unknown> {
  const headers = { "content-type": type };
  return readFormBody(new Request("https://localhost/", { method: "POST", body, headers }), CLIENT_DEADLINES);
}

async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(() => null, (error: unknown) => error);
  return error instanceof DomainError ? error.code : String(error);
}

Deno.test("the fields of a form are read, and fields without a value are left out", async () => {
  assert.deepEqual(await read("a=1&b=x+y%26&c=&d"), { a: "1", b: "x y&" });
  assert.deepEqual(await read("a=%C3%A9", `${FORM}; charset=UTF-8`), { a: "é" });
  assert.deepEqual(await read(""), {});
});

Deno.test("a form with a repeated field, an unsafe text, another type or too many bytes is refused", async () => {
  assert.equal(await refusalOf(read("a=1&a=1")), "validation_failed");
  assert.equal(await refusalOf(read("a=%00")), "validation_failed");
  assert.equal(await refusalOf(read("__proto__=1")), "validation_failed");
  assert.equal(await refusalOf(read(Array.from({ length: 51 }, (_, i) => `a${i}=1`).join("&"))), "validation_failed");
  assert.equal(await refusalOf(read("{}", "application/json")), "unsupported_media_type");
  assert.equal(await refusalOf(read(new Uint8Array([0xff, 0x3d, 0x31]))), "malformed_json");
  assert.equal(await refusalOf(read(`a=${"x".repeat(65_536)}`)), "body_too_large");
});
