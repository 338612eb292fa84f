import { type PackedTexts, packTexts, textAt } from "../packed_texts.ts";
import { rangeOfPrefix } from "../sorted_texts.ts";
import { editDistance } from "./edit_distance.ts";

/**
 * Sorted index from words to the entries that contain them. The entries with the word at position `at` of `words` stand
 * in `entries` from `starts[at]` up to but without `starts[at + 1]`.
 */
export interface WordIndex {
  readonly words: PackedTexts;
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly entries: Uint32Array<ArrayBuffer>;
  /**
   * Positions of the single words in `words`, by their number of letters, each with a bit set of its letters. Joined
   * pairs of words are left out.
   */
  readonly ofLength: readonly LettersOfWords[];
}

interface LettersOfWords {
  readonly words: Uint32Array<ArrayBuffer>;
  readonly letters: Uint32Array<ArrayBuffer>;
}

/**
 * Texts as indexes into the list `words`, which holds each word once. `sequence` holds the indexes of all texts, one
 * text after the other.
 */
export interface NumberedWords {
  readonly words: readonly string[];
  readonly sequence: readonly number[];
  /** Position in `sequence` at which the words of each text end, exclusive. */
  readonly ends: readonly number[];
}

/**
 * Builds the word index of texts, with entries in the given order. Two neighbouring words are also indexed as one, such
 * as `flexicap` for `Flexi Cap`.
 */
export function wordIndex({ words: single, sequence, ends }: NumberedWords, order: Uint32Array): WordIndex {
  const words = [...single];
  const numbers = new Map(words.map((word, number) => [word, number]));
  const pairs = new Map<number, number>();
  // Joins each pair of words only once, because most neighbouring words occur in many names.
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
  /**
   * Indexes into the word list of the words in each text, without repeats, one text after the other; `ends` tells where
   * each text ends.
   */
  readonly found: Uint32Array;
  readonly ends: Uint32Array;
  /** Number of single words in the word index; they come before the joined pairs of words. */
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

/** Range of words of the index, `from` inclusive to `to` exclusive, that a searched word matches. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
  /** Number of letters by which the searched word differs from the words of this range. */
  readonly distance: number;
}

/** Returns the range of words in the index that begin with the searched word. */
export function wordsBeginning({ words }: WordIndex, word: string): WordRange {
  return { ...rangeOfPrefix(words, word), distance: 0 };
}

/** Returns the indexed words that a word may be a misspelling of, the nearest first. */
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

/**
 * Smallest word lengths, in letters, at which a search allows misspellings: words shorter than `SHORT` allow none,
 * words of at least `LONG` allow two wrong letters, others one.
 */
const SHORT = 4;
const LONG = 8;
const LETTERS_WRONG = 2;
/** Longest word, in letters, that is checked for misspellings; no listing has a longer one. */
const LONGEST = 40;

/** Returns a bit set of the letters of a word; several letters share a bit, and it is never 0 for a word. */
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
