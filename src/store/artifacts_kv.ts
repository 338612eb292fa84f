import type { ArtifactLocation, ArtifactStore } from "./artifact_store.ts";
import { streamChunks } from "./chunk_reading.ts";
import { adoptChunks, releaseChunks, sweepChunks, writeChunks } from "./chunks.ts";
import type { StoreContext } from "./context.ts";

/**
 * Creates a store that keeps artifacts in KV. Artifacts that are written together are joined into one set of chunks, so
 * that a single check adopts all of them.
 */
export function chunkedArtifactStore(
  context: StoreContext,
): ArtifactStore<Extract<ArtifactLocation, { kind: "chunks" }>> {
  return {
    async write(accountId, artifacts) {
      const bytes = new Uint8Array(artifacts.reduce((sum, { content }) => sum + content.length, 0));
      let offset = 0;
      for (const { content } of artifacts) {
        bytes.set(content, offset);
        offset += content.length;
      }
      return { kind: "chunks", set: await writeChunks(context, accountId, bytes) };
    },
    adopt: (read, { set }) => adoptChunks(read, set),
    release: ({ set }) => releaseChunks(context, set),
    stream: ({ set }, { offset }, { start, end }) =>
      streamChunks(context, set, { start: offset + start, end: offset + end }),
    sweep: (signal) => sweepChunks(context, signal),
    // The chunks of artifacts lie under the account's KV keys and are deleted with the account.
    deleteAccount: () => Promise.resolve(0),
  };
}
