import assert from "node:assert/strict";
import { standStill } from "../../tests/support/stand_still.ts";
import { WaitingLimit, within } from "./waiting_limit.ts";

const late = (): Error => new Error("late");

Deno.test("a wait ends at its limit, and one whose promise settles before it leaves nothing behind", async () => {
  const begun = performance.now();
  await assert.rejects(within(60, new Promise(() => undefined), late), { message: "late" });
  assert.ok(performance.now() - begun >= 60);
  assert.equal(await within(60_000, Promise.resolve(1), late), 1);
  await assert.rejects(within(60_000, Promise.reject(new Error("refused")), late), { message: "refused" });
});

Deno.test("an answer that comes while the thread stands still for longer than the limit is read", async () => {
  const answer = new Promise((resolve) => setTimeout(resolve, 250, "answer"));
  const waited = within(200, answer, late);
  standStill(400);
  assert.equal(await waited, "answer");
});

Deno.test("a limit that the thread stood still through is not over, and ends as soon as it has waited for the rest", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  using limit = new WaitingLimit(100, resolve);
  standStill(150);
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(limit.isOver, false);
  await promise;
  assert.equal(limit.isOver, true);
});
