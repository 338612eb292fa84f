import assert from "node:assert/strict";
import { DomainError } from "../domain/errors.ts";
import { refuseLargeBody } from "./body_size.ts";

function faultOf(body: Readonly<Record<string, unknown>>): unknown {
  try {
    refuseLargeBody(body);
  } catch (error) {
    if (error instanceof DomainError && error.code === "validation_failed") return error.faults;
    throw error;
  }
  return null;
}

function named<Value>(count: number, value: Value): Record<string, Value> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`A${i}`, value]));
}

Deno.test("a list or an object that is longer than any run can use is refused at its pointer", () => {
  const detail = "Cannot take 10002 items: a list takes at most 10001";
  const rules = Array.from({ length: 10_002 }, () => ({}));
  assert.deepEqual(faultOf({ constraints: { linear: rules } }), [{ pointer: "/constraints/linear", detail }]);
  assert.deepEqual(faultOf({ methods: [{ constraints: { weight_bounds: { "a/b": named(10_002, {}) } } }] }), [
    { pointer: "/methods/0/constraints/weight_bounds/a~1b", detail },
  ]);
  assert.deepEqual(faultOf(named(10_002, 1)), [{ pointer: "", detail }]);
  assert.deepEqual(faultOf({ benchmark: { prices: Array.from({ length: 10_002 }, () => 1) } }), [
    { pointer: "/benchmark/prices", detail },
  ]);
  assert.equal(faultOf({ constraints: { linear: rules.slice(1) } }), null);
});

Deno.test("the total of names, texts, lists and objects in a body is limited", () => {
  const methods = Array.from({ length: 20 }, () => ({ constraints: { locked: named(9_000, "") } }));
  const detail = "Cannot take a body of more than 250000 names, texts, lists and objects";
  assert.deepEqual(faultOf({ methods }), [{ pointer: "/methods", detail }]);
  assert.equal(faultOf({ methods: methods.slice(0, 12) }), null);
});

Deno.test("histories and matrices of millions of numbers are accepted", () => {
  const cells = Array.from({ length: 10_000 }, () => 1);
  assert.equal(faultOf({ covariance: { matrix: Array.from({ length: 400 }, () => cells) } }), null);
  assert.equal(faultOf({ prices: { series: { A: Array.from({ length: 20_000 }, () => 1) } } }), null);
});
