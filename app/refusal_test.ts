import assert from "node:assert/strict";
import {
  asRefusal,
  faultAt,
  faultsElsewhere,
  jsonOf,
  mayPass,
  received,
  Refusal,
  refusalOf,
  unreachable,
  unreadableFile,
} from "./refusal.ts";

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
  assert.doesNotMatch(refusalOf(413, "<html>").message, /try again later/);
});

Deno.test("an error that is no refusal is shown as a fault of the console, and written to the log of the browser", () => {
  const written: unknown[] = [], ending = new AbortController();
  addEventListener("error", (event) => {
    written.push(event.error);
    event.preventDefault();
  }, { signal: ending.signal });
  const fault = new TypeError("x is undefined"), refusal = asRefusal(fault);
  ending.abort();
  assert.match(refusal.message, /fault of the console.*x is undefined/);
  assert.deepEqual([refusal.code, mayPass(refusal), written], ["console_fault", false, [fault]]);
  assert.equal(asRefusal(REFUSAL), REFUSAL);
});

Deno.test("a refusal passes by itself where the service is busy, failing or out of reach, and not where it says no", () => {
  assert.ok([unreachable(), refusalOf(429, {}), refusalOf(503, {})].every(mayPass));
  assert.ok(![refusalOf(404, {}), refusalOf(422, {}), unreadableFile("prices.csv", "/prices")].some(mayPass));
});

Deno.test("an answer that breaks off on its way is no fault of the console, and may be asked for again", async () => {
  const cut = (status: number): Response =>
    new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError("network error")) }), { status });
  for (const reading of [received(cut(200).json()), jsonOf(cut(200)), jsonOf(new Response('{"run_id":'))]) {
    const refusal = await reading.catch((error) => error);
    assert.ok(refusal instanceof Refusal && mayPass(refusal));
    assert.match(refusal.message, /broke off/);
  }
  assert.equal(await jsonOf(cut(502)), null);
  assert.deepEqual(await received(jsonOf(Response.json({ id: 1 }))), { id: 1 });
  await assert.rejects(received(Promise.reject(REFUSAL)), REFUSAL);
  const left = new DOMException("left", "AbortError");
  await assert.rejects(received(Promise.reject(left)), left);
  assert.match(asRefusal(left).message, /broke off/);
});
