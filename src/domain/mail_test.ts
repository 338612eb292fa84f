import assert from "node:assert/strict";
import { waitAfterAttempts } from "./mail.ts";

Deno.test("a mail waits longer after each of eight failed attempts, from seconds to half a day, and the ninth is the last", () => {
  const waits = Array.from({ length: 9 }, (_, index) => waitAfterAttempts(index + 1));
  assert.equal(waits[0], 10_000);
  assert.equal(waits[7], 12 * 3_600_000);
  for (let index = 1; index < 8; index++) assert.ok(Number(waits[index]) > Number(waits[index - 1]));
  assert.equal(waits[8], null);
});
