import assert from "node:assert/strict";
import { SpacedWrites } from "./spaced_writes.ts";

Deno.test("spaced writes run one after the other, and a failed one does not stop the next", async () => {
  const writes = new SpacedWrites();
  const told: string[] = [];
  const write = (name: string, fails = false): Promise<string> =>
    writes.write(100, async () => {
      told.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve));
      told.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const outcomes = await Promise.allSettled([write("a"), write("b", true), write("c")]);
  assert.deepEqual(outcomes.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  assert.deepEqual(told, ["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

Deno.test("other tasks run between two spaced writes", async () => {
  const writes = new SpacedWrites();
  const told: string[] = [];
  const first = writes.write(200_000, () => Promise.resolve(told.push("first")));
  const second = writes.write(200_000, () => Promise.resolve(told.push("second")));
  await first;
  await new Promise((resolve) => setTimeout(resolve));
  told.push("other");
  await second;
  assert.deepEqual(told, ["first", "other", "second"]);
});
