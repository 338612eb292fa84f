import assert from "node:assert/strict";

/**
 * Asserts that `lacking` is empty. It holds the ids of registered variants, such as methods, for which a contributor
 * must still write something that a test needs. The error names them after `whatToAdd`, which says what to write and
 * where.
 */
export function assertStated(lacking: readonly string[], whatToAdd: string): void {
  assert.equal(lacking.length, 0, `${whatToAdd}: ${lacking.join(", ")}`);
}
