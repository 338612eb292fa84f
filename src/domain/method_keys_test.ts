import assert from "node:assert/strict";
import { methodKeys } from "./method_keys.ts";

Deno.test("a method has the key that the request gives, else its id, with a number where another one has it", () => {
  const entries = ["hrp", { method: "hrp" }, { method: "hrp", key: "mine" }, { method: "herc", key: null }, "hrp"];
  assert.deepEqual(methodKeys(entries), ["hrp", "hrp_2", "mine", "herc", "hrp_3"]);
});
