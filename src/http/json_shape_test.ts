import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { JsonShape, type JsonShapeFault, type JsonShapeLimits } from "./json_shape.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Test helper. Returns the fault that `JsonShape` finds in a JSON text whose bytes arrive in pieces of `pieceBytes`.
 */
function faultOf(
  bytes: Uint8Array,
  limits: JsonShapeLimits,
  pieceBytes: number = bytes.length,
): JsonShapeFault | null {
  const shape = new JsonShape(limits);
  let fault = shape.look(new Uint8Array());
  for (let at = 0; at < bytes.length; at += pieceBytes) fault = shape.look(bytes.subarray(at, at + pieceBytes));
  return fault;
}

/**
 * Test helper. Returns the nesting depth and the number of names, texts, lists and objects of a parsed JSON value, as
 * the expected result.
 */
function measured(value: unknown): { depth: number; values: number } {
  if (typeof value === "string") return { depth: 0, values: 1 };
  if (typeof value !== "object" || value === null) return { depth: 0, values: 0 };
  const members = Object.values(value).map(measured);
  return {
    depth: 1 + members.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
    values: members.reduce((sum, { values }) => sum + values, 1 + (Array.isArray(value) ? 0 : members.length)),
  };
}

Deno.test("limits of JSON depth and of names, texts, lists and objects count as parsing does, however the bytes are cut", () => {
  const spaces = fc.constantFrom("", "\t");
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), spaces, fc.integer({ min: 1, max: 9 }), (value, space, cut) => {
    const bytes = bytesOf(JSON.stringify(value, null, space));
    const { depth, values } = measured(value);
    for (const pieceBytes of [bytes.length, cut]) {
      assert.equal(faultOf(bytes, { depth, values }, pieceBytes), null);
      if (depth > 0) assert.equal(faultOf(bytes, { depth: depth - 1, values }, pieceBytes), "too_deep");
      if (values > 0) assert.notEqual(faultOf(bytes, { depth, values: values - 1 }, pieceBytes), null);
    }
  }));
});

Deno.test("brackets and escaped quotes within JSON texts do not count as structure, wherever the bytes are cut", () => {
  const limits = { depth: 1, values: 2 };
  for (const text of ['["[[[{{{"]', '["\\"[[["]', '["\\\\"]', '["\\\\\\"]]]"]', '["[[[', '["\\']) {
    for (let cut = 1; cut <= text.length; cut++) assert.equal(faultOf(bytesOf(text), limits, cut), null, text);
  }
  for (const cut of [1, 2, 3, 9]) assert.equal(faultOf(bytesOf('["\\\\",[]]'), limits, cut), "too_deep");
});

Deno.test("a JSON limit once exceeded stays exceeded", () => {
  const shape = new JsonShape({ depth: 1, values: 9 });
  assert.equal(shape.look(bytesOf("[[")), "too_deep");
  assert.equal(shape.look(bytesOf("]]")), "too_deep");
});

Deno.test("a JSON text is read only about as far as the place where it exceeds a limit", () => {
  for (const [text, most] of [["[".repeat(1_000_000), 70], ["{},".repeat(1_000_000), 3_100]] as const) {
    const bytes = bytesOf(text);
    let read = 0;
    const watched = new Proxy(bytes, {
      get(target, property) {
        if (typeof property === "string" && /^\d+$/.test(property)) read++;
        const member = Reflect.get(target, property, target);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    assert.notEqual(faultOf(watched, { depth: 64, values: 1_000 }), null);
    assert.ok(read < most, String(read));
  }
});

Deno.test("structure after numbers of any length counts, wherever it lies in the words of the bytes", () => {
  const limits = { depth: 2, values: 5 };
  for (let length = 1; length < 20; length++) {
    const number = "1".repeat(length), text = `[${number},"@",${number},[${number},"{"],${number}`;
    for (let from = 0; from < 4; from++) {
      const bytes = bytesOf(" ".repeat(from) + text).subarray(from);
      assert.equal(faultOf(bytes, limits), null);
      assert.equal(faultOf(bytesOf(`${" ".repeat(from)}${text},[[]]]`).subarray(from), limits), "too_deep");
      assert.equal(faultOf(bytesOf(`${" ".repeat(from)}${text},"","","a"]`).subarray(from), limits), "too_many");
    }
  }
});
