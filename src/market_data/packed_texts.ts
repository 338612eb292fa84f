import { Buffer } from "node:buffer";

/**
 * Texts in a few long ones: each of tens of thousands of short ones would take twenty bytes beside its letters, and be
 * cloned by itself on its way out of a worker. `starts` tells where each begins in its block.
 */
export interface PackedTexts {
  readonly blocks: readonly string[];
  readonly starts: Uint32Array<ArrayBuffer>;
}

/** So many texts are one block: one that has a letter beyond Latin-1 takes two bytes for each of its letters. */
const TEXTS_OF_BLOCK = 256;

export function packTexts(texts: readonly string[]): PackedTexts {
  const starts = new Uint32Array(texts.length);
  const blocks: string[] = [];
  for (let from = 0; from < texts.length; from += TEXTS_OF_BLOCK) {
    const some = texts.slice(from, from + TEXTS_OF_BLOCK);
    let at = 0;
    some.forEach((text, i) => {
      starts[from + i] = at;
      at += text.length;
    });
    blocks.push(narrow(some.join("")));
  }
  return { blocks, starts };
}

export function textAt({ blocks, starts }: PackedTexts, i: number): string {
  const block = blocks[Math.trunc(i / TEXTS_OF_BLOCK)];
  const isLast = i + 1 === starts.length || (i + 1) % TEXTS_OF_BLOCK === 0;
  return block.slice(starts[i], isLast ? block.length : starts[i + 1]);
}

/** Some texts of several lists, by their numbers, which go on from list to list. */
export interface PickedTexts {
  readonly lists: readonly PackedTexts[];
  readonly picked: Uint32Array<ArrayBuffer>;
}

export function pickedTextAt({ lists, picked }: PickedTexts, i: number): string {
  let number = picked[i];
  for (const list of lists) {
    if (number < list.starts.length) return textAt(list, number);
    number -= list.starts.length;
  }
  throw new RangeError(`Cannot find text ${i}`);
}

/** One to be given away: buffers that go to a worker are gone. */
export function copyOfTexts({ blocks, starts }: PackedTexts): PackedTexts {
  return { blocks, starts: starts.slice() };
}

/** In one byte a letter where its letters allow it, which a part of a text that has others does not have by itself. */
function narrow(text: string): string {
  return !/[\u0100-\uffff]/.test(text) ? Buffer.from(text, "latin1").toString("latin1") : text;
}
