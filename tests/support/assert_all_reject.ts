import assert from "node:assert/strict";

/** Fails unless every one of the promises, which run side by side, rejects with this. */
export async function assertAllReject(promises: readonly Promise<unknown>[], expected: object): Promise<void> {
  await Promise.all(promises.map((promise) => assert.rejects(promise, expected)));
}
