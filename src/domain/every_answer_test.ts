import assert from "node:assert/strict";
import { everyAnswer } from "./every_answer.ts";

Deno.test("every answer is there in its order, whichever came first", async () => {
  const late = new Promise<string>((resolve) => setTimeout(() => resolve("late"), 5));
  assert.deepEqual(await everyAnswer([late, Promise.resolve("early")]), ["late", "early"]);
});

Deno.test("the first of the promises that rejected is told, not the first to reject, and nothing is under way by then", async () => {
  let ended = 0;
  const after = (ms: number, error: string): Promise<never> =>
    new Promise((_, reject) => setTimeout(() => (ended++, reject(new Error(error))), ms));
  await assert.rejects(everyAnswer([after(6, "first"), after(1, "second"), after(12, "third")]), /first/);
  assert.equal(ended, 3);
});
