import assert from "node:assert/strict";
import { PacedTurns } from "./paced_turns.ts";

Deno.test("clients take turns, however many one of them waits for", async () => {
  const turns = new PacedTurns();
  const taken: string[] = [];
  const take = async (client: string): Promise<void> => {
    await turns.take(client);
    taken.push(client);
  };
  await Promise.all([..."aaaabbc"].map(take));
  await turns.settled();
  assert.equal(taken.length, 7);
  assert.deepEqual(taken.slice(0, 3).toSorted(), ["a", "b", "c"]);
});

Deno.test("a client whose turn was long waits for its next, and nobody else waits for that", async () => {
  let now = 0;
  const turns = new PacedTurns(() => now);
  const order: string[] = [];
  const dear = async (): Promise<void> => {
    await turns.take("dear");
    now += 50;
    order.push("dear");
  };
  const waiting = [dear(), dear()];
  for (let index = 0; index < 3; index++) {
    await turns.take("cheap");
    order.push("cheap");
  }
  now += 150;
  await Promise.all(waiting);
  await turns.settled();
  assert.deepEqual(order, ["dear", "cheap", "cheap", "cheap", "dear"]);
});

Deno.test("between two turns the event loop comes round, for others first", async () => {
  const turns = new PacedTurns();
  const order: string[] = [];
  const dear = async (name: string): Promise<void> => {
    await turns.take("client");
    const end = performance.now() + 20;
    while (performance.now() < end);
    order.push(name);
    setTimeout(() => order.push(`after ${name}`), 0);
  };
  await Promise.all(["first", "second", "third"].map(dear));
  await turns.settled();
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.deepEqual(order.slice(0, 5), ["first", "after first", "second", "after second", "third"]);
});

Deno.test("what comes while nothing waits has its turn at once", async () => {
  const turns = new PacedTurns();
  for (const client of ["a", "b"]) {
    await turns.take(client);
    await turns.settled();
  }
});
