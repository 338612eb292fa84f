import assert from "node:assert/strict";
import { isSame, type JsonObject, pointerOf, valueAt, withValue } from "./json.ts";

const REQUEST: JsonObject = { methods: ["hrp", { method: "min_cvar", confidence: 0.95 }], constraints: {} };

Deno.test("a value is set, made and taken away at its path, and all else stays as it was", () => {
  const capped = withValue(REQUEST, ["constraints", "weight_bounds", "max"], 0.1);
  assert.deepEqual(capped, { ...REQUEST, constraints: { weight_bounds: { max: 0.1 } } });
  assert.deepEqual(REQUEST.constraints, {});
  assert.deepEqual(valueAt(capped, ["constraints", "weight_bounds"]), { max: 0.1 });
  assert.deepEqual(withValue(REQUEST, ["methods", 0], undefined), {
    ...REQUEST,
    methods: [{ method: "min_cvar", confidence: 0.95 }],
  });
  assert.deepEqual(withValue(REQUEST, ["methods", 1, "confidence"], undefined), {
    ...REQUEST,
    methods: ["hrp", { method: "min_cvar" }],
  });
  assert.deepEqual(withValue(undefined, ["rules", 0, "group"], "IT"), { rules: [{ group: "IT" }] });
});

Deno.test("names that every object has are names like others", () => {
  assert.equal(valueAt(REQUEST, ["constructor"]), undefined);
  const named = withValue({}, ["map", "__proto__"], "IT");
  assert.equal(JSON.stringify(named), '{"map":{"__proto__":"IT"}}');
  assert.equal(valueAt(named, ["map", "__proto__"]), "IT");
});

Deno.test("a path becomes the JSON Pointer with which the service names a place", () => {
  assert.equal(
    pointerOf(["constraints", "weight_bounds", "assets", "A/B~C", "max"]),
    "/constraints/weight_bounds/assets/A~1B~0C/max",
  );
  assert.equal(pointerOf([]), "");
});

Deno.test("JSON is the same in any order of its members, and not in any order of its items", () => {
  assert.ok(isSame({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }));
  assert.ok(!isSame([1, 2], [2, 1]));
  assert.ok(!isSame({ a: null }, {}));
});
