import assert from "node:assert/strict";
import { keepsDrafts, writeDraft } from "./draft_store.ts";

/** Lets this process have a storage for some statements. */
function withStorage(storage: Pick<Storage, "setItem">, run: () => void): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage") ?? {};
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  try {
    run();
  } finally {
    Object.defineProperty(globalThis, "localStorage", before);
  }
}

Deno.test("a draft that does not fit into the storage is known not to be kept, until one fits again", () => {
  const stored: string[] = [];
  withStorage({ setItem: (name) => void stored.push(name) }, () => void writeDraft("run", { name: "A" }));
  assert.deepEqual([stored.length, keepsDrafts.value], [1, true]);
  const full = (): never => {
    throw new DOMException("The storage is full", "QuotaExceededError");
  };
  withStorage({ setItem: full }, () => assert.equal(writeDraft("run", { name: "B" }), '{"name":"B"}'));
  assert.equal(keepsDrafts.value, false);
  withStorage({ setItem: () => undefined }, () => void writeDraft("run", { name: "C" }));
  assert.equal(keepsDrafts.value, true);
});
