import { rangeOfPrefix, type SortedTexts, sortTexts } from "../sorted_texts.ts";
import { textAt } from "../packed_texts.ts";
import { searchWords } from "./search_words.ts";
import {
  type NumberedWords,
  type WordIndex,
  wordIndex,
  type WordRange,
  wordsBeginning,
  wordsLike,
} from "./word_index.ts";

/** An entry of the search index: its identifiers, its name and whether it is inactive. */
export interface SearchEntry {
  /** Texts that identify the listed asset in a search; the symbol or scheme code comes first. */
  readonly identifiers: readonly string[];
  readonly name: string;
  /**
   * Whether the listed asset is inactive, such as a closed fund. Inactive entries of the search index come after all
   * others, however well they match.
   */
  readonly isDead: boolean;
}

export interface SearchOptions {
  /** Largest number of index entries that a search returns. */
  readonly limit: number;
  /** Whether a search may return an entry, given by its number; all of them if absent. */
  readonly accepts?: (entry: number) => boolean;
}

/**
 * Type of the search index in the form in which a worker sends it. Entries are stored in the order in which equally
 * good matches are shown.
 */
export interface SearchIndexData {
  /**
   * Original number of each entry of the search index, by its position in the order in which equally good matches are
   * shown.
   */
  readonly order: Uint32Array<ArrayBuffer>;
  /** Number of active entries of the search index; they come before the inactive ones. */
  readonly living: number;
  readonly identifiers: SortedTexts;
  readonly names: SortedTexts;
  readonly words: WordIndex;
}

/** Ranks of the kinds of search match, best first. A misspelt match adds its number of changed letters. */
const RANK = { exact: 1, identifier: 2, name: 3, words: 4, misspelt: 4 } as const;
const MOST_RANK = 40;

/** Builds a search index. Equally good matches are ordered by name and then symbol, or by symbol alone. */
export function searchIndexOf(entries: Iterable<SearchEntry>, orderedBy: "name" | "symbol"): SearchIndexData {
  const read = readEntries(entries);
  const order = Uint32Array.from(read.symbols.keys()).sort(
    comparedBy(read, orderedBy === "name" ? comparedByName(read) : () => 0),
  );
  const placeOf = new Uint32Array(order.length);
  order.forEach((entry, place) => placeOf[entry] = place);
  return {
    order,
    living: read.isDead.filter((isDead) => !isDead).length,
    identifiers: sortTexts(read.identifiers, Uint32Array.from(read.identified, (entry) => placeOf[entry])),
    names: sortTexts(Array.from(order, (entry) => nameOf(read, entry))),
    words: wordIndex(read, order),
  };
}

/** Entries to be indexed for searches, in their original order, with the words of their names. */
interface ReadEntries extends NumberedWords {
  readonly symbols: readonly string[];
  readonly isDead: readonly boolean[];
  /** Identifiers of all entries in the form that searches compare, and the number of the entry that each belongs to. */
  readonly identifiers: readonly string[];
  readonly identified: readonly number[];
}

function readEntries(entries: Iterable<SearchEntry>): ReadEntries {
  const [words, sequence, ends]: [string[], number[], number[]] = [[], [], []];
  const [symbols, isDead, identifiers, identified]: [string[], boolean[], string[], number[]] = [[], [], [], []];
  const numbers = new Map<string, number>();
  for (const entry of entries) {
    for (const word of searchWords(entry.name)) {
      const number = numbers.get(word) ?? words.push(word) - 1;
      numbers.set(word, number);
      sequence.push(number);
    }
    ends.push(sequence.length);
    for (const identifier of entry.identifiers) {
      identifiers.push(searchWords(identifier).join(""));
      identified.push(symbols.length);
    }
    symbols.push(entry.identifiers[0]);
    isDead.push(entry.isDead);
  }
  return { words, sequence, ends, symbols, isDead, identifiers, identified };
}

type Compare = (a: number, b: number) => number;

/**
 * Returns a function that compares two entries of the search index: active ones first, then by `byName`, then by
 * symbol.
 */
function comparedBy({ isDead, symbols }: ReadEntries, byName: Compare): Compare {
  return (a, b) =>
    Number(isDead[a]) - Number(isDead[b]) || byName(a, b) ||
    (symbols[a] < symbols[b] ? -1 : symbols[a] > symbols[b] ? 1 : a - b);
}

/**
 * Returns a function that compares the names of two entries word by word; a name that is the beginning of another comes
 * first.
 */
function comparedByName({ words, sequence, ends }: NumberedWords): Compare {
  const placeOf = new Uint32Array(words.length);
  Uint32Array.from(words.keys()).sort((a, b) => words[a] < words[b] ? -1 : 1).forEach((word, place) => {
    placeOf[word] = place;
  });
  return (a, b) => {
    let [atA, atB] = [a === 0 ? 0 : ends[a - 1], b === 0 ? 0 : ends[b - 1]];
    for (; atA < ends[a] && atB < ends[b]; atA++, atB++) {
      if (sequence[atA] !== sequence[atB]) return placeOf[sequence[atA]] - placeOf[sequence[atB]];
    }
    return (ends[a] - atA) - (ends[b] - atB);
  };
}

function nameOf({ words, sequence, ends }: NumberedWords, entry: number): string {
  return sequence.slice(entry === 0 ? 0 : ends[entry - 1], ends[entry]).map((word) => words[word]).join("");
}

/** Finds entries of the search index by identifier, name, words of the name and misspelt words, in that order. */
export class SearchIndex {
  readonly #data: SearchIndexData;
  /**
   * Work arrays of a search, with one element per entry of the index: the rank at which it matches (0 for none), how
   * many of the searched words it contains, and how many letters of these are wrong.
   */
  readonly #ranks: Uint8Array;
  readonly #counts: Uint8Array;
  readonly #distances: Uint8Array;

  constructor(data: SearchIndexData) {
    this.#data = data;
    this.#ranks = new Uint8Array(data.order.length);
    this.#counts = new Uint8Array(data.order.length);
    this.#distances = new Uint8Array(data.order.length);
  }

  /** Returns the numbers of the first accepted entries of the search index, active ones first. */
  first({ limit, accepts }: SearchOptions): readonly number[] {
    return [...this.#data.order.values().filter((entry) => accepts?.(entry) ?? true).take(limit)];
  }

  /**
   * Returns the numbers of the index entries that match a text, best first; none for a text without a letter or digit.
   */
  search(text: string, options: SearchOptions): readonly number[] {
    const words = [...new Set(searchWords(text))];
    const key = searchWords(text).join("");
    if (key === "") return [];
    const { identifiers, names, words: index, living: alive, order } = this.#data;
    this.#ranks.fill(0);
    this.#mark(identifiers, key, { whole: RANK.exact, beginning: RANK.identifier });
    this.#mark(names, key, { whole: RANK.name, beginning: RANK.name });
    // Looks up the longest words first: they are the rarest, and most often no entry is left after them.
    const ordered = words.sort((a, b) => b.length - a.length);
    this.#markAll(ordered.map((word) => [wordsBeginning(index, word)]), RANK.words);
    const living = this.#found(options, 0, alive);
    if (living.length >= options.limit) return living;
    const like = ordered.map((word) => [wordsBeginning(index, word), ...wordsLike(index, word)]);
    this.#markAll(like, RANK.misspelt);
    const { limit } = options;
    const found = this.#found(options, 0, alive);
    return [...found, ...this.#found({ ...options, limit: limit - found.length }, alive, order.length)];
  }

  /**
   * Sets the rank of the index entries whose identifier or name begins with the searched text; keeps a better rank
   * found before.
   */
  #mark({ keys, entries }: SortedTexts, key: string, { whole, beginning }: { whole: number; beginning: number }): void {
    const { from, to } = rangeOfPrefix(keys, key);
    for (let at = from; at < to; at++) {
      const rank = textAt(keys, at).length === key.length ? whole : beginning;
      const known = this.#ranks[entries[at]];
      if (known === 0 || rank < known) this.#ranks[entries[at]] = rank;
    }
  }

  /** Sets the rank of the index entries that have no rank yet and contain a word from each group of word ranges. */
  #markAll(wanted: readonly (readonly WordRange[])[], rank: number): void {
    const { starts, entries } = this.#data.words;
    this.#counts.fill(0);
    this.#distances.fill(0);
    for (const [count, ranges] of wanted.entries()) {
      let having = 0;
      for (const { from, to, distance } of ranges) {
        for (let at = starts[from]; at < starts[to]; at++) {
          const entry = entries[at];
          if (this.#counts[entry] !== count) continue;
          this.#counts[entry] = count + 1;
          this.#distances[entry] += distance;
          having++;
        }
      }
      if (having === 0) return;
    }
    for (let entry = 0; entry < this.#counts.length; entry++) {
      if (this.#counts[entry] !== wanted.length || this.#ranks[entry] !== 0) continue;
      this.#ranks[entry] = Math.min(MOST_RANK, rank + this.#distances[entry]);
    }
  }

  /**
   * Returns the numbers of the accepted matching entries between two positions of the search index, at most `limit`,
   * the best rank first.
   */
  #found({ limit, accepts }: SearchOptions, from: number, to: number): readonly number[] {
    const byRank: number[][] = [];
    for (let at = from; at < to; at++) {
      const rank = this.#ranks[at];
      if (rank === 0) continue;
      const some = byRank[rank] ??= [];
      const entry = this.#data.order[at];
      if (some.length < limit && (accepts?.(entry) ?? true)) some.push(entry);
    }
    return byRank.flat().slice(0, limit);
  }
}
