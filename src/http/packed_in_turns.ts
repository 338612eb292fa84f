import { nextTurn } from "../runtime/next_turn.ts";
import { type Encoding, STREAM_FORMATS } from "./accepted_encoding.ts";

/** Number of bytes that are compressed in one turn of the event loop. This takes a few milliseconds. */
const PIECE_BYTES = 65_536;

/**
 * Compresses bytes in a content coding such as gzip and lets other work run between pieces. `node:zlib` would block the
 * thread until it is done.
 */
export async function packedInTurns(
  bytes: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  let at = 0;
  const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + PIECE_BYTES));
      at += PIECE_BYTES;
      if (at < bytes.length) await nextTurn();
    },
  });
  return new Uint8Array(
    await new Response(pieces.pipeThrough(new CompressionStream(STREAM_FORMATS[encoding]))).arrayBuffer(),
  );
}
