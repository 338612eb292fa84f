import type { MarketFile } from "./readers/market_folder.ts";
import { UnreadableFile } from "./readers/unreadable_file.ts";

/** What is read of a price file: its first lines, by which its columns are known, or all of its rows. */
type Part = "columns" | "rows";

interface Entry {
  readonly part: Part;
  readonly error: UnreadableFile;
}

/**
 * The price files of a folder that cannot be read. Only their own assets lack prices; all other files are served. Each
 * file is told once, and again only if another reason is found or it could be read in between.
 */
export class UnreadableFiles {
  readonly #entries = new Map<string, Entry>();
  readonly #tell: (sentence: string) => void;

  /** Creates an empty list. `tell` receives the sentence about each file that is found to be unreadable. */
  constructor(tell: (sentence: string) => void) {
    this.#tell = tell;
  }

  /** Returns the error of a file that could not be read when it was last tried; null for any other. */
  errorOf({ path }: Pick<MarketFile, "path">): UnreadableFile | null {
    return this.#entries.get(path)?.error ?? null;
  }

  /** Returns what is read of a file; undefined if the file cannot be read, which is noted. */
  async unlessUnreadable<Value>(
    file: MarketFile,
    part: Part,
    read: (file: MarketFile) => Promise<Value>,
  ): Promise<Value | undefined> {
    try {
      const value = await read(file);
      if (this.#entries.get(file.path)?.part === part) this.#entries.delete(file.path);
      return value;
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      this.#note(file, { part, error });
      return undefined;
    }
  }

  /** Returns what is read of a file. Throws `market_data_unavailable` if the file cannot be read, which is noted. */
  async read<Value>(file: MarketFile, part: Part, read: (file: MarketFile) => Promise<Value>): Promise<Value> {
    return await this.unlessUnreadable(file, part, read) ?? this.#refuse(file);
  }

  #refuse(file: MarketFile): never {
    throw this.errorOf(file) ?? new UnreadableFile(file.path, "it does not exist");
  }

  #note({ path }: MarketFile, entry: Entry): void {
    const isKnown = this.#entries.get(path)?.error.message === entry.error.message;
    this.#entries.set(path, entry);
    if (!isKnown) this.#tell(entry.error.message);
  }
}
