import { Buffer } from "node:buffer";
import { constants, crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import type { ByteRange } from "../domain/artifact.ts";
import { nextTurn } from "../runtime/next_turn.ts";
import { digestOf } from "./object_content.ts";

/**
 * Form of a file that is stored compressed: one member of gzip (RFC 1952), which is sent as it is to clients that
 * accept gzip. Its blocks can be read alone, so that a range of the file needs no other block.
 */
export interface PackedForm {
  /** Number of bytes of the whole gzip member. */
  readonly bytes: number;
  /** SHA-256 digest of the gzip member in lower-case hexadecimal. */
  readonly sha256: string;
  /** Number of bytes of the file in each block but the last. */
  readonly blockBytes: number;
  /** Number of compressed bytes of each block. The first begins behind the header. */
  readonly blocks: readonly number[];
}

/** A file in its compressed form. */
export interface PackedFile {
  readonly form: PackedForm;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Size in bytes up to which a file is stored as it is. Compression would gain less than a packet of the network. */
const LEAST_BYTES = 1_024;
/** Number of bytes that are compressed in one turn of the event loop, which takes about 3 ms. */
const BLOCK_BYTES = 256 * 1_024;
/** Level that compresses twice as fast as the usual one, to texts of numbers that are 1 % longer. */
const LEVEL = 3;
/** Header of a gzip member without a name and a time, so that equal files have equal bytes on every system. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
/** Last block of a compressed stream, which is empty. */
const LAST_BLOCK = Uint8Array.of(3, 0);

/** Compresses a file, and lets other work run between its blocks. Null if the file would not become shorter. */
export async function packedFile(content: Uint8Array<ArrayBuffer>): Promise<PackedFile | null> {
  if (content.length <= LEAST_BYTES) return null;
  const blocks: Uint8Array[] = [];
  for (let start = 0; start < content.length; start += BLOCK_BYTES) {
    if (start > 0) await nextTurn();
    const block = content.subarray(start, start + BLOCK_BYTES);
    blocks.push(deflateRawSync(block, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH }));
  }
  const packed = joined([HEADER, ...blocks, LAST_BLOCK, trailerOf(content)]);
  if (packed.length >= content.length) return null;
  const form = {
    bytes: packed.length,
    sha256: digestOf(packed),
    blockBytes: BLOCK_BYTES,
    blocks: blocks.map(({ length }) => length),
  };
  return { form, content: packed };
}

export interface PackedSource {
  readonly form: PackedForm;
  /** Number of bytes of the file itself. */
  readonly bytes: number;
  /** Reads a range of the compressed bytes. */
  read(range: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Streams a byte range of a compressed file. Reads only the blocks that contain the range, and decompresses a block
 * when the client asks for more. The stream fails if a block is damaged.
 */
export function unpacked(source: PackedSource, range: ByteRange): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(partsOf(source, range));
}

async function* partsOf(
  { form: { blockBytes, blocks }, bytes, read }: PackedSource,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (end <= start) return;
  const first = Math.floor(start / blockBytes), wanted = blocks.slice(first, Math.ceil(end / blockBytes));
  const offset = HEADER.length + sumOf(blocks.slice(0, first));
  let begin = first * blockBytes;
  for await (const packed of piecesOf(read({ start: offset, end: offset + sumOf(wanted) }), wanted)) {
    const block = unpackedBlock(packed, Math.min(blockBytes, bytes - begin));
    yield block.subarray(Math.max(0, start - begin), end - begin);
    begin += blockBytes;
  }
}

/** Cuts a stream into pieces of the given lengths. Throws if the stream ends before. */
async function* piecesOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  lengths: readonly number[],
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const waiting = lengths.values();
  let [piece, filled] = [pieceOf(waiting), 0];
  for await (const part of stream) {
    for (let at = 0; at < part.length && piece !== null;) {
      const taken = part.subarray(at, at + piece.length - filled);
      piece.set(taken, filled);
      [at, filled] = [at + taken.length, filled + taken.length];
      if (filled < piece.length) break;
      yield piece;
      [piece, filled] = [pieceOf(waiting), 0];
    }
  }
  if (piece !== null) throw new Error(`Cannot decompress a stored file: ${piece.length - filled} bytes are missing`);
}

function pieceOf(lengths: Iterator<number>): Uint8Array<ArrayBuffer> | null {
  const { done, value } = lengths.next();
  return done ? null : new Uint8Array(value);
}

function unpackedBlock(packed: Uint8Array<ArrayBuffer>, bytes: number): Uint8Array<ArrayBuffer> {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: Math.max(64, bytes), maxOutputLength: bytes + 1 };
  const block = inflateRawSync(packed, options);
  if (block.length !== bytes) {
    throw new Error(`Cannot decompress a stored file: a block has ${block.length} bytes instead of ${bytes}`);
  }
  return new Uint8Array(block);
}

function trailerOf(content: Uint8Array): Uint8Array {
  const trailer = new Uint8Array(8), view = new DataView(trailer.buffer);
  view.setUint32(0, crc32(content), true);
  view.setUint32(4, content.length % 2 ** 32, true);
  return trailer;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
