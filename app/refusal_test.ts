import assert from "node:assert/strict";
import { faultAt, faultsElsewhere, refusalOf } from "./refusal.ts";

const REFUSAL = refusalOf(422, {
  code: "validation_failed",
  detail: "Cannot take this request",
  errors: [
    { pointer: "/email", detail: "This is no address" },
    { pointer: "/methods/0/confidence", detail: "Must be below 1" },
  ],
});

Deno.test("a fault of a refusal is found at its field, inside of a field where wanted, and otherwise beside the form", () => {
  assert.equal(REFUSAL.message, "Cannot take this request");
  assert.equal(faultAt(REFUSAL, "/email"), "This is no address");
  assert.equal(faultAt(REFUSAL, "/methods"), null);
  assert.equal(faultAt(REFUSAL, "/methods", { below: true }), "Must be below 1");
  assert.deepEqual(faultsElsewhere(REFUSAL, ["/email"]).map(({ pointer }) => pointer), ["/methods/0/confidence"]);
});

Deno.test("an answer that is no problem document, as of a proxy, is a refusal that names the status", () => {
  for (const body of [undefined, null, "<html>", 7, { detail: 3, errors: "x" }]) {
    const refusal = refusalOf(502, body);
    assert.match(refusal.message, /502/);
    assert.deepEqual(refusal.faults, []);
  }
});
