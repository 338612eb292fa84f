import assert from "node:assert/strict";
import { withStore } from "../../tests/support/temporary_store.ts";

Deno.test("of several processes one sweeps, and another when that one was silent between two looks", () =>
  withStore(async ({ store, openAgain }) => {
    const turns = [
      store.maintenance.turn(),
      (await openAgain()).maintenance.turn(),
      (await openAgain()).maintenance.turn(),
    ];
    const look = async (): Promise<readonly boolean[]> => {
      const taken: boolean[] = [];
      for (const turn of turns) taken.push(await turn.take());
      return taken;
    };
    for (let minute = 0; minute < 3; minute++) assert.deepEqual(await look(), [true, false, false]);
    turns.shift();
    assert.deepEqual(await look(), [true, false]);
    assert.deepEqual(await look(), [true, false]);
  }));

Deno.test("processes that look at the same time do not sweep together", () =>
  withStore(async ({ store, openAgain }) => {
    const turns = [store, await openAgain(), await openAgain()].map(({ maintenance }) => maintenance.turn());
    for (let minute = 0; minute < 5; minute++) {
      const taken = await Promise.all(turns.map((turn) => turn.take()));
      assert.equal(taken.filter((isTaken) => isTaken).length, 1);
    }
  }));

Deno.test("a process that stops leaves the sweep to the next one at once, and takes it from no other", () =>
  withStore(async ({ store, openAgain }) => {
    const [turn, other] = [store.maintenance.turn(), (await openAgain()).maintenance.turn()];
    assert.ok(await turn.take());
    assert.ok(!await other.take());
    await other.end();
    assert.ok(await turn.take());
    await turn.end();
    assert.ok(await other.take());
    await turn.end();
    assert.ok(await other.take());
  }));
