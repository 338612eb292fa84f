import assert from "node:assert/strict";

/** Fails where registered variants lack something that only their contributor knows, and says what to add and where. */
export function assertStated(lacking: readonly string[], whatToAdd: string): void {
  assert.equal(lacking.length, 0, `${whatToAdd}: ${lacking.join(", ")}`);
}
