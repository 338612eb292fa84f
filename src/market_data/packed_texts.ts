import { Buffer } from "node:buffer";

/**
 * Texts one after the other in memory that threads share: each of tens of thousands would take twenty bytes beside its
 * letters, and would be copied on its way to a worker and back.
 */
export interface PackedTexts {
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  /** Where each begins in the bytes, and where the last one ends. */
  readonly starts: SharedNumbers;
  /** Of some texts together whether their bytes are Latin-1, 1, or UTF-8, 0. */
  readonly isLatin: Uint8Array<SharedArrayBuffer>;
}

export type SharedNumbers = Uint32Array<SharedArrayBuffer>;

/** Latin-1 is a tenth of the work: a name with other letters costs its neighbours alone. */
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

/** Some texts of several lists, by their numbers, which go on from list to list. */
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

/** Zeros, or numbers, in memory that threads share. */
export function sharedNumbers(numbers: number | ArrayLike<number>): SharedNumbers {
  const length = typeof numbers === "number" ? numbers : numbers.length;
  const shared = new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT));
  if (typeof numbers !== "number") shared.set(numbers);
  return shared;
}

const buffers = new WeakMap<Uint8Array<SharedArrayBuffer>, Buffer<SharedArrayBuffer>>();

/** The same bytes, to read texts from and write them to. */
function bufferOf(bytes: Uint8Array<SharedArrayBuffer>): Buffer<SharedArrayBuffer> {
  const known = buffers.get(bytes) ?? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  buffers.set(bytes, known);
  return known;
}
