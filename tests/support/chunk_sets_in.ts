import type { ChunkSet } from "../../src/store/chunks.ts";

/**
 * Test helper. Returns the ids of all chunk sets (values that are stored in several KV entries) to which a stored
 * record refers, at any depth.
 */
export function chunkSetsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return [];
  if (isChunkSet(value)) return [value.id];
  return Object.values(value).flatMap(chunkSetsIn);
}

function isChunkSet(value: object): value is ChunkSet {
  return "chunks" in value && "bytes" in value && "id" in value;
}
