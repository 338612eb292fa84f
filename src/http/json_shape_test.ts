import assert from "node:assert/strict";
import fc from "../../tests/support/fast_check.ts";
import { jsonShape } from "./json_shape.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Depth, and names, texts, lists and objects, by the value itself. */
function measured(value: unknown): { depth: number; values: number } {
  if (typeof value === "string") return { depth: 0, values: 1 };
  if (typeof value !== "object" || value === null) return { depth: 0, values: 0 };
  const members = Object.values(value).map(measured);
  return {
    depth: 1 + members.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
    values: members.reduce((sum, { values }) => sum + values, 1 + (Array.isArray(value) ? 0 : members.length)),
  };
}

Deno.test("depth and the number of names, texts, lists and objects are what the parsed value has", () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom("", "\t"), (value, space) => {
    const bytes = bytesOf(JSON.stringify(value, null, space));
    const { depth, values } = measured(value);
    assert.deepEqual(jsonShape(bytes, { depth, values }), { isTooDeep: false, hasTooMany: false });
    if (depth > 0) assert.ok(jsonShape(bytes, { depth: depth - 1, values }).isTooDeep);
    if (values > 0) assert.ok(jsonShape(bytes, { depth, values: values - 1 }).hasTooMany);
  }));
});

Deno.test("brackets and quotes within texts are none", () => {
  const limits = { depth: 1, values: 2 };
  for (const text of ['["[[[{{{"]', '["\\"[[["]', '["\\\\"]', '["\\\\\\"]]]"]', '["[[[', '["\\']) {
    assert.deepEqual(jsonShape(bytesOf(text), limits), { isTooDeep: false, hasTooMany: false }, text);
  }
  assert.ok(jsonShape(bytesOf('["\\\\",[]]'), limits).isTooDeep);
});

Deno.test("the pass ends where a limit is passed, and reads each byte a bounded number of times", () => {
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
    const { isTooDeep, hasTooMany } = jsonShape(watched, { depth: 64, values: 1_000 });
    assert.ok(isTooDeep || hasTooMany);
    assert.ok(read < most, String(read));
  }
});
