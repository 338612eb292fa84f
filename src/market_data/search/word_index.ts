import { inTurns } from "../in_turns.ts";
import { editDistance } from "./edit_distance.ts";
import { rangeOfPrefix } from "./range_of_prefix.ts";
import { sortedInTurns } from "./sorted_in_turns.ts";

/** Which entries have which words: `entries` of the word `at` stand from `starts[at]` to `starts[at + 1]`. */
export interface WordIndex {
  readonly words: readonly string[];
  readonly starts: Uint32Array;
  readonly entries: Uint32Array;
  /** By their length the words, and the letters of each as bits; two words in one are not among them. */
  readonly ofLength: readonly (LettersOfWords | undefined)[];
}

interface LettersOfWords {
  readonly words: readonly number[];
  readonly letters: readonly number[];
}

const ENTRIES_AT_ONCE = 500;
const WORDS_AT_ONCE = 2_000;

/**
 * The index of the words of entries, by their numbers. Two neighbouring words are also found as one, `flexicap` for
 * `Flexi Cap`. Other work is let in between.
 */
export async function wordIndex(wordsOf: readonly (readonly string[])[]): Promise<WordIndex> {
  const entriesOf = new Map<string, number[]>();
  const single = new Set<string>();
  const put = (word: string, entry: number): void => {
    const known = entriesOf.get(word);
    if (known === undefined) entriesOf.set(word, [entry]);
    else if (known[known.length - 1] !== entry) known.push(entry);
  };
  await inTurns(wordsOf, (words, entry) =>
    words.forEach((word, i) => {
      single.add(word);
      put(word, entry);
      if (i > 0) put(words[i - 1] + word, entry);
    }), ENTRIES_AT_ONCE);
  const words = await sortedInTurns([...entriesOf.keys()], (word) => word);
  const starts = new Uint32Array(words.length + 1);
  words.forEach((word, at) => starts[at + 1] = starts[at] + (entriesOf.get(word)?.length ?? 0));
  const entries = new Uint32Array(starts[words.length]);
  await inTurns(words, (word, at) => entries.set(entriesOf.get(word) ?? [], starts[at]), WORDS_AT_ONCE);
  return { words, starts, entries, ofLength: await byLength(words, single) };
}

async function byLength(words: readonly string[], single: ReadonlySet<string>): Promise<WordIndex["ofLength"]> {
  const ofLength: { words: number[]; letters: number[] }[] = [];
  await inTurns(words, (word, at) => {
    if (!single.has(word)) return;
    const some = ofLength[word.length] ??= { words: [], letters: [] };
    some.words.push(at);
    some.letters.push(lettersOf(word));
  }, WORDS_AT_ONCE);
  return ofLength;
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
  const most = word.length < SHORT ? 0 : word.length < LONG ? 1 : 2;
  if (most === 0 || word.length > LONGEST) return [];
  const wanted = lettersOf(word);
  const found: WordRange[] = [];
  for (let length = word.length - most; length <= word.length + most; length++) {
    ofLength[length]?.letters.forEach((letters, i) => {
      if (bitsIn(wanted & ~letters) > most || bitsIn(letters & ~wanted) > most) return;
      const at = ofLength[length]?.words[i] ?? 0;
      const distance = editDistance(word, words[at], most);
      if (distance > 0 && distance <= most) found.push({ from: at, to: at + 1, distance });
    });
  }
  return found.sort((a, b) => a.distance - b.distance);
}

/** Words of fewer letters are not taken for misspelt, of at least so many with two letters wrong. */
const SHORT = 4;
const LONG = 8;
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
