import { Buffer } from "node:buffer";

/**
 * Many texts in one block of memory that threads share. Separate strings would each take twenty more bytes and would be
 * copied to a worker and back.
 */
export interface PackedTexts {
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  /** Byte offset at which each packed text begins, and at the end the offset where the last text ends. */
  readonly starts: SharedNumbers;
  /** Encoding of each block of packed texts: 1 for Latin-1, 0 for UTF-8. */
  readonly isLatin: Uint8Array<SharedArrayBuffer>;
}

export type SharedNumbers = Uint32Array<SharedArrayBuffer>;

/**
 * Number of packed texts that share one encoding. Latin-1 takes a tenth of the time to decode, so a text with other
 * letters slows down only its own block.
 */
const TEXTS_OF_BLOCK = 256;

export function packTexts(texts: readonly string[]): PackedTexts {
  const isLatin = new Uint8Array(new SharedArrayBuffer(Math.ceil(texts.length / TEXTS_OF_BLOCK)));
  for (let block = 0; block < isLatin.length; block++) {
    const some = texts.slice(block * TEXTS_OF_BLOCK, (block + 1) * TEXTS_OF_BLOCK);
    isLatin[block] = Number(some.every((text) => !/[\u0100-\uffff]/.test(text)));
  }
  const codingOf = (i: number): Coding => isLatin[Math.trunc(i / TEXTS_OF_BLOCK)] === 1 ? "latin1" : "utf8";
  const starts = sharedNumbers(texts.length + 1);
  texts.forEach((text, i) => starts[i + 1] = starts[i] + Buffer.byteLength(text, codingOf(i)));
  const bytes = new Uint8Array(new SharedArrayBuffer(starts[texts.length]));
  const buffer = bufferOf(bytes);
  texts.forEach((text, i) => buffer.write(text, starts[i], codingOf(i)));
  return { bytes, starts, isLatin };
}

type Coding = "latin1" | "utf8";

export function countOfTexts({ starts }: PackedTexts): number {
  return starts.length - 1;
}

export function textAt({ bytes, starts, isLatin }: PackedTexts, i: number): string {
  const coding = isLatin[Math.trunc(i / TEXTS_OF_BLOCK)] === 1 ? "latin1" : "utf8";
  return bufferOf(bytes).toString(coding, starts[i], starts[i + 1]);
}

/**
 * Chosen texts of several lists of packed texts. `picked` holds the number of each chosen text; the numbers run on from
 * one list to the next.
 */
export interface PickedTexts {
  readonly lists: readonly PackedTexts[];
  readonly picked: SharedNumbers;
}

export function pickedTextAt({ lists, picked }: PickedTexts, i: number): string {
  let number = picked[i];
  for (const list of lists) {
    if (number < countOfTexts(list)) return textAt(list, number);
    number -= countOfTexts(list);
  }
  throw new RangeError(`Cannot find text ${i}`);
}

/**
 * Returns an array of 32-bit numbers in memory that threads share: a copy of the given numbers, or as many zeros as
 * asked for.
 */
export function sharedNumbers(numbers: number | ArrayLike<number>): SharedNumbers {
  const length = typeof numbers === "number" ? numbers : numbers.length;
  const shared = new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
  if (typeof numbers !== "number") shared.set(numbers);
  return shared;
}

const buffers = new WeakMap<Uint8Array<SharedArrayBuffer>, Buffer<SharedArrayBuffer>>();

/** Returns a cached Node buffer over the same bytes, which packed texts are read from and written to. */
function bufferOf(bytes: Uint8Array<SharedArrayBuffer>): Buffer<SharedArrayBuffer> {
  const known = buffers.get(bytes) ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  buffers.set(bytes, known);
  return known;
}
