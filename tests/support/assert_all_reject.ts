import assert from "node:assert/strict";

/** Test helper. Awaits several promises together. Fails unless every promise rejects with the expected error. */
export async function assertAllReject(promises: readonly Promise<unknown>[], expected: object): Promise<void> {
  await Promise.all(promises.map((promise) => assert.rejects(promise, expected)));
}
