import { nextTurn } from "../runtime/next_turn.ts";

/** Bytes are not those of a packed text. */
export class PackedTextError extends Error {
  override readonly name = "PackedTextError";
}

/** As much is packed, or unpacked, in a millisecond. */
const PIECE = 65_536;

/** A text by gzip; other work is let in between, for a list has megabytes. */
export async function packText(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const pieces = inPieces(text.length, (from, to) => text.slice(from, to));
  const packed = pieces.pipeThrough(new TextEncoderStream()).pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** The text of packed bytes; other work is let in between. Throws a `PackedTextError` for what is none. */
export async function unpackText(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const pieces = inPieces(bytes.length, (from, to) => bytes.subarray(from, to));
  const texts = pieces.pipeThrough(new DecompressionStream("gzip")).pipeThrough(new TextDecoderStream());
  try {
    return (await Array.fromAsync(texts)).join("");
  } catch (error) {
    if (error instanceof TypeError) throw new PackedTextError("the bytes are not those of a packed text");
    throw error;
  }
}

function inPieces<Piece>(length: number, piece: (from: number, to: number) => Piece): ReadableStream<Piece> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      if (at >= length) return controller.close();
      controller.enqueue(piece(at, at + PIECE));
      at += PIECE;
      if (at < length) await nextTurn();
    },
  });
}
