import { inTurns, Turns } from "../in_turns.ts";
import { rangeOfPrefix } from "./range_of_prefix.ts";
import { searchWords } from "./search_words.ts";
import { sortedInTurns } from "./sorted_in_turns.ts";
import { type WordIndex, wordIndex, type WordRange, wordsBeginning, wordsLike } from "./word_index.ts";

/** What can be found. */
export interface SearchEntry<Item> {
  readonly item: Item;
  /** What names it alone, the symbol or the code of a scheme first. */
  readonly identifiers: readonly string[];
  readonly name: string;
  /** Whether it stands behind everything that is alive, however well it is found. */
  readonly isDead: boolean;
}

export interface SearchOptions<Item> {
  /** No more are found. */
  readonly limit: number;
  /** What is left out; nothing if absent. */
  readonly accepts?: (item: Item) => boolean;
}

/** How well an entry is found, the best first; a misspelt one by the letters to be changed, which are added to it. */
const RANK = { exact: 1, identifier: 2, name: 3, words: 4, misspelt: 4 } as const;
const MOST_RANK = 40;
const AT_ONCE = 500;

/** Finds entries by identifier, name, words of the name and misspelt words, in that order. */
export class SearchIndex<Item> {
  /** In the order in which those that are found alike are answered, the living first. */
  readonly #items: readonly Item[];
  readonly #living: number;
  readonly #identifiers: Sorted;
  readonly #names: Sorted;
  readonly #words: WordIndex;
  /** Of each entry how well it is found, 0 where it is not, and how many words of the search it has. */
  readonly #ranks: Uint8Array;
  readonly #counts: Uint8Array;
  readonly #distances: Uint8Array;

  private constructor(items: readonly Item[], living: number, lists: IndexLists) {
    this.#items = items;
    this.#living = living;
    this.#identifiers = lists.identifiers;
    this.#names = lists.names;
    this.#words = lists.words;
    this.#ranks = new Uint8Array(items.length);
    this.#counts = new Uint8Array(items.length);
    this.#distances = new Uint8Array(items.length);
  }

  /** The index of entries, those that are found alike by name or by symbol; other work is let in between. */
  static async of<Item>(
    entries: Iterable<SearchEntry<Item>>,
    orderedBy: "name" | "symbol",
  ): Promise<SearchIndex<Item>> {
    const keyed: { readonly order: string; readonly words: readonly string[]; readonly entry: SearchEntry<Item> }[] =
      [];
    const turns = new Turns(AT_ONCE);
    // Thousands of names have the same words: each word is kept as one text while the index is made.
    const known = new Map<string, string>();
    const only = (word: string): string => known.get(word) ?? (known.set(word, word), word);
    for (const entry of entries) {
      const words = searchWords(entry.name).map(only);
      const [symbol] = entry.identifiers;
      const order = orderedBy === "name" ? `${words.join(" ")} ${symbol}` : symbol;
      keyed.push({ entry, words, order: `${entry.isDead ? 1 : 0}${order}` });
      await turns.after(1);
    }
    const ordered = await sortedInTurns(keyed, ({ order }) => order);
    const identifiers: Keyed[] = [];
    const names: Keyed[] = [];
    await inTurns(ordered, ({ words, entry: { identifiers: own } }, entry) => {
      names.push({ key: words.join(""), entry });
      for (const identifier of own) identifiers.push({ key: searchWords(identifier).join(""), entry });
    }, AT_ONCE);
    const living = ordered.filter(({ entry }) => !entry.isDead).length;
    return new SearchIndex(ordered.map(({ entry }) => entry.item), living, {
      identifiers: await sorted(identifiers),
      names: await sorted(names),
      words: await wordIndex(ordered.map(({ words }) => words)),
    });
  }

  /** The first of all, in their order. */
  first({ limit, accepts }: SearchOptions<Item>): readonly Item[] {
    return this.#items.filter((item) => accepts?.(item) ?? true).slice(0, limit);
  }

  /** What a text finds; nothing for one without a letter or a digit. */
  search(text: string, options: SearchOptions<Item>): readonly Item[] {
    const words = [...new Set(searchWords(text))];
    const key = searchWords(text).join("");
    if (key === "") return [];
    this.#ranks.fill(0);
    this.#mark(this.#identifiers, key, { whole: RANK.exact, beginning: RANK.identifier });
    this.#mark(this.#names, key, { whole: RANK.name, beginning: RANK.name });
    // The rarest words first: most often nothing is left after them.
    const ordered = words.sort((a, b) => b.length - a.length);
    this.#markAll(ordered.map((word) => [wordsBeginning(this.#words, word)]), RANK.words);
    const living = this.#found(options, 0, this.#living);
    if (living.length >= options.limit) return living;
    const like = ordered.map((word) => [wordsBeginning(this.#words, word), ...wordsLike(this.#words, word)]);
    this.#markAll(like, RANK.misspelt);
    const { limit } = options;
    const found = this.#found(options, 0, this.#living);
    return [...found, ...this.#found({ ...options, limit: limit - found.length }, this.#living, this.#items.length)];
  }

  /** Marks what is not found better already. */
  #mark({ keys, entries }: Sorted, key: string, { whole, beginning }: { whole: number; beginning: number }): void {
    const { from, to } = rangeOfPrefix(keys, key);
    for (let at = from; at < to; at++) {
      const rank = keys[at] === key ? whole : beginning;
      const known = this.#ranks[entries[at]];
      if (known === 0 || rank < known) this.#ranks[entries[at]] = rank;
    }
  }

  /** Marks what has a word of each of the ranges, and is not found yet. */
  #markAll(wanted: readonly (readonly WordRange[])[], rank: number): void {
    const { starts, entries } = this.#words;
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

  /** What is found among the entries from one to another, the best first. */
  #found({ limit, accepts }: SearchOptions<Item>, from: number, to: number): readonly Item[] {
    const byRank: Item[][] = [];
    for (let entry = from; entry < to; entry++) {
      const rank = this.#ranks[entry];
      if (rank === 0) continue;
      const some = byRank[rank] ??= [];
      const item = this.#items[entry];
      if (some.length < limit && (accepts?.(item) ?? true)) some.push(item);
    }
    return byRank.flat().slice(0, limit);
  }
}

interface IndexLists {
  readonly identifiers: Sorted;
  readonly names: Sorted;
  readonly words: WordIndex;
}

/** Keys in order, each with its entry. */
interface Sorted {
  readonly keys: readonly string[];
  readonly entries: Uint32Array;
}

interface Keyed {
  readonly key: string;
  readonly entry: number;
}

async function sorted(keyed: readonly Keyed[]): Promise<Sorted> {
  const ordered = await sortedInTurns(keyed, ({ key }) => key);
  const entries = new Uint32Array(ordered.length);
  ordered.forEach(({ entry }, at) => entries[at] = entry);
  return { keys: ordered.map(({ key }) => key), entries };
}
