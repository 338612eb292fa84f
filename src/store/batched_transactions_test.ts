import assert from "node:assert/strict";
import { TurnsByKey } from "./turns_by_key.ts";

Deno.test("what is done for one key goes one after the other, in the order asked, beside other keys", async () => {
  const turns = new TurnsByKey();
  const begun: string[] = [];
  const gates = new Map(["a1", "a2", "b1"].map((name) => [name, Promise.withResolvers<string>()]));
  const take = (key: string, name: string): Promise<string> =>
    turns.take(key, () => {
      begun.push(name);
      return gates.get(name)?.promise ?? Promise.resolve(name);
    });
  const all = [take("a", "a1"), take("a", "a2"), take("a", "a3"), take("b", "b1")];
  await tick();
  assert.deepEqual(begun, ["a1", "b1"]);
  gates.get("a1")?.reject(new Error("a1"));
  await assert.rejects(all[0], /a1/);
  await tick();
  assert.deepEqual(begun, ["a1", "b1", "a2"]);
  gates.get("a2")?.resolve("a2");
  gates.get("b1")?.resolve("b1");
  assert.deepEqual(await Promise.all(all.slice(1)), ["a2", "a3", "b1"]);
});

Deno.test("a turn that does not end is waited for a second", async () => {
  const turns = new TurnsByKey();
  const gate = Promise.withResolvers<void>();
  const first = turns.take("a", () => gate.promise);
  assert.equal(await turns.take("a", () => Promise.resolve("second")), "second");
  gate.resolve();
  await first;
});

function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
