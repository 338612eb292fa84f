import assert from "node:assert/strict";
import { systemRandom } from "../../src/runtime/random.ts";
import { OneTimeToken } from "./one_time_token.ts";

Deno.test("a token opens once, whatever other tokens are tried before and after", () => {
  const token = new OneTimeToken((length) => systemRandom.bytes(length));
  assert.match(token.text, /^[\w-]{43}$/);
  for (const sent of ["", token.text.slice(1), `${token.text}0`]) assert.equal(token.use(sent), "wrong");
  assert.equal(token.use(token.text), "first");
  assert.equal(token.use(token.text), "again");
  assert.equal(token.use("other"), "wrong");
});
