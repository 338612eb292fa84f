import { type PackedTexts, packTexts, textAt } from "../packed_texts.ts";
import { rangeOfPrefix } from "../sorted_texts.ts";
import { editDistance } from "./edit_distance.ts";

/** Which entries have which words: `entries` of the word `at` stand from `starts[at]` to `starts[at + 1]`. */
export interface WordIndex {
  readonly words: PackedTexts;
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly entries: Uint32Array<ArrayBuffer>;
  /** By their length the words, and the letters of each as bits; two words in one are not among them. */
  readonly ofLength: readonly LettersOfWords[];
}

interface LettersOfWords {
  readonly words: Uint32Array<ArrayBuffer>;
  readonly letters: Uint32Array<ArrayBuffer>;
}

/** The words of texts in the order of each, by their numbers, one text after the other. */
export interface NumberedWords {
  readonly words: readonly string[];
  readonly sequence: readonly number[];
  /** Where the words of each text end. */
  readonly ends: readonly number[];
}

/**
 * The index of the words of texts, as entries in an order. Two neighbouring words are also found as one, `flexicap` for
 * `Flexi Cap`.
 */
export function wordIndex({ words: single, sequence, ends }: NumberedWords, order: Uint32Array): WordIndex {
  const words = [...single];
  const numbers = new Map(words.map((word, number) => [word, number]));
  const pairs = new Map<number, number>();
  // Most neighbours are met again: they are put together once.
  const pairOf = (first: number, second: number): number => {
    const pair = first * single.length + second;
    const known = pairs.get(pair);
    if (known !== undefined) return known;
    const word = words[first] + words[second];
    const number = numbers.get(word) ?? words.push(word) - 1;
    numbers.set(word, number);
    pairs.set(pair, number);
    return number;
  };
  const found = new Uint32Array(2 * sequence.length);
  const endsOfFound = new Uint32Array(order.length);
  let at = 0;
  order.forEach((text, entry) => {
    const begun = at;
    const add = (number: number): void => {
      for (let known = begun; known < at; known++) if (found[known] === number) return;
      found[at++] = number;
    };
    const from = text === 0 ? 0 : ends[text - 1];
    for (let place = from; place < ends[text]; place++) {
      add(sequence[place]);
      if (place > from) add(pairOf(sequence[place - 1], sequence[place]));
    }
    endsOfFound[entry] = at;
  });
  return byWord(words, { found: found.subarray(0, at), ends: endsOfFound, singles: single.length });
}

interface FoundWords {
  /** The words of each entry, each once, by their numbers, one entry after the other. */
  readonly found: Uint32Array;
  readonly ends: Uint32Array;
  /** So many of the words, the first, are not two in one. */
  readonly singles: number;
}

function byWord(words: readonly string[], { found, ends, singles }: FoundWords): WordIndex {
  const order = Uint32Array.from(words.keys()).sort((a, b) => words[a] < words[b] ? -1 : 1);
  const placeOf = new Uint32Array(words.length);
  order.forEach((word, place) => placeOf[word] = place);
  const starts = new Uint32Array(words.length + 1);
  for (const word of found) starts[placeOf[word] + 1]++;
  for (let place = 0; place < words.length; place++) starts[place + 1] += starts[place];
  const entries = new Uint32Array(found.length);
  const next = starts.slice();
  let at = 0;
  ends.forEach((end, entry) => {
    for (; at < end; at++) entries[next[placeOf[found[at]]]++] = entry;
  });
  const sorted = Array.from(order, (word) => words[word]);
  return { words: packTexts(sorted), starts, entries, ofLength: byLength(sorted, (place) => order[place] < singles) };
}

function byLength(words: readonly string[], isSingle: (place: number) => boolean): WordIndex["ofLength"] {
  const ofLength: { words: number[]; letters: number[] }[] = Array.from(
    { length: LONGEST + LETTERS_WRONG + 1 },
    () => ({ words: [], letters: [] }),
  );
  words.forEach((word, at) => {
    if (!isSingle(at) || word.length >= ofLength.length) return;
    ofLength[word.length].words.push(at);
    ofLength[word.length].letters.push(lettersOf(word));
  });
  return ofLength.map(({ words, letters }) => ({ words: Uint32Array.from(words), letters: Uint32Array.from(letters) }));
}

/** Words of an index, from `from` up to but not `to`, that a word of a search stands for. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
  /** Letters to be changed. */
  readonly distance: number;
}

/** The words that begin with a word. */
export function wordsBeginning({ words }: WordIndex, word: string): WordRange {
  return { ...rangeOfPrefix(words, word), distance: 0 };
}

/** The words that a word may be misspelt for, the nearest first. */
export function wordsLike({ words, ofLength }: WordIndex, word: string): readonly WordRange[] {
  const most = word.length < SHORT ? 0 : word.length < LONG ? 1 : LETTERS_WRONG;
  if (most === 0 || word.length > LONGEST) return [];
  const wanted = lettersOf(word);
  const found: WordRange[] = [];
  for (let length = word.length - most; length <= word.length + most; length++) {
    ofLength[length].letters.forEach((letters, i) => {
      if (bitsIn(wanted & ~letters) > most || bitsIn(letters & ~wanted) > most) return;
      const at = ofLength[length].words[i];
      const distance = editDistance(word, textAt(words, at), most);
      if (distance > 0 && distance <= most) found.push({ from: at, to: at + 1, distance });
    });
  }
  return found.sort((a, b) => a.distance - b.distance);
}

/** Words of fewer letters are not taken for misspelt, of at least so many with two letters wrong. */
const SHORT = 4;
const LONG = 8;
const LETTERS_WRONG = 2;
/** No word of a listing is as long. */
const LONGEST = 40;

/** A bit a letter, some for several: never 0 for a word. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters >>> 0;
}

function bitsIn(letters: number): number {
  let bits = 0;
  for (let left = letters; left !== 0; left &= left - 1) bits++;
  return bits;
}
