import assert from "node:assert/strict";
import { composeMethods } from "./compose_methods.ts";
import { herc } from "./hierarchical/herc.ts";
import type { ComposedMethod } from "./method.ts";
import { equalWeight } from "./naive/equal_weight.ts";

function composed(id: string, seen: string[]): ComposedMethod {
  return {
    compose(others) {
      seen.push(`${id} of ${others.ids.join(", ")}`);
      return { ...equalWeight, id };
    },
  };
}

Deno.test("a composed method keeps its place in the list and receives all methods that are not composed", () => {
  const seen: string[] = [];
  const methods = composeMethods([composed("first", seen), equalWeight, composed("second", seen), herc]);
  assert.deepEqual(methods.ids, ["first", "equal_weight", "second", "herc"]);
  assert.deepEqual(seen, ["first of equal_weight, herc", "second of equal_weight, herc"]);
});

Deno.test("a composed method with the id of another method is refused", () => {
  assert.throws(() => composeMethods([equalWeight, composed("equal_weight", [])]), /Duplicate id "equal_weight"/);
});
