import assert from "node:assert/strict";
import { ParserTurns } from "./parser_turns.ts";

/** Test helper: work items that end on demand, with a record of the order in which they began. */
class Works {
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  readonly #ends = new Map<string, () => void>();
  readonly #turns: ParserTurns;

  constructor(turns: ParserTurns) {
    this.#turns = turns;
  }

  async add(name: string, { holder = name[0], signal = new AbortController().signal } = {}): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ends.set(name, resolve);
    const work = (): Promise<void> => {
      this.begun.push(name);
      return promise;
    };
    this.#turns.take(holder, work, signal).catch((error) =>
      this.refused.push(`${name} ${error.code ?? error.message}`)
    );
    await settled();
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.();
    await settled();
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

Deno.test("two holdings imports run at a time and sixteen wait, and the next one is refused with not_ready", async () => {
  const works = new Works(new ParserTurns());
  for (let i = 0; i < 19; i++) await works.add(`a${i}`);
  assert.deepEqual([works.begun, works.refused], [["a0", "a1"], ["a18 not_ready"]]);
  for (let i = 0; i < 18; i++) await works.end(`a${i}`);
  assert.deepEqual(works.begun, Array.from({ length: 18 }, (_, i) => `a${i}`));
});

Deno.test("the next holdings import is of the account with fewest running ones, and of those the one that waited longest", async () => {
  const works = new Works(new ParserTurns());
  for (const name of ["a1", "a2", "a3", "b1", "c1", "b2"]) await works.add(name);
  await works.end("a1");
  await works.end("b1");
  await works.end("a2");
  assert.deepEqual(works.begun, ["a1", "a2", "b1", "c1", "a3"]);
});

Deno.test("a full queue of imports drops the last one of the account with most waiting for an account that would have fewer", async () => {
  const works = new Works(new ParserTurns({ atOnce: 1, waiting: 4 }));
  for (const name of ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3"]) await works.add(name);
  assert.deepEqual(works.refused, ["a5 not_ready", "a4 not_ready", "b3 not_ready"]);
});

Deno.test("a holdings import whose client leaves while it waits, or that fails, makes room for the next", async () => {
  const turns = new ParserTurns({ atOnce: 1, waiting: 1 });
  const works = new Works(turns);
  const gone = new AbortController();
  await works.add("a1");
  await works.add("b1", { signal: gone.signal });
  gone.abort(new Error("gone"));
  await works.add("c1");
  await works.add("d1", { signal: gone.signal });
  await works.end("a1");
  assert.deepEqual([works.begun, works.refused], [["a1", "c1"], ["b1 gone", "d1 gone"]]);
  await works.end("c1");
  const { signal } = new AbortController();
  await assert.rejects(turns.take("e", () => Promise.reject(new Error("broken")), signal), /^Error: broken$/);
  assert.equal(await turns.take("f", () => Promise.resolve("done"), signal), "done");
});
