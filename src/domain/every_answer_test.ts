import assert from "node:assert/strict";
import { everyAnswer } from "./every_answer.ts";

Deno.test("everyAnswer returns the results in the order of the promises, whichever resolves first", async () => {
  const late = new Promise<string>((resolve) => setTimeout(() => resolve("late"), 5));
  assert.deepEqual(await everyAnswer([late, Promise.resolve("early")]), ["late", "early"]);
});

Deno.test("everyAnswer waits for all promises, then throws the error of the rejected one that is first in the list", async () => {
  let ended = 0;
  const after = (ms: number, error: string): Promise<never> =>
    new Promise((_, reject) => setTimeout(() => (ended++, reject(new Error(error))), ms));
  await assert.rejects(everyAnswer([after(6, "first"), after(1, "second"), after(12, "third")]), /first/);
  assert.equal(ended, 3);
});
