import { DomainError } from "../../domain/errors.ts";
import { everyAnswer } from "../../domain/every_answer.ts";

/** Type of a file in the market data folder, with its size and modification time when the folder was listed. */
export interface MarketFile {
  /** Path of the file relative to the market data folder, with `/` as separator. */
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** Largest market data file that is read, and largest size that a compressed file may unpack to, in bytes. */
const MAX_BYTES = 512 * 1024 * 1024;
const STATS_AT_ONCE = 64;

/**
 * A folder of market data files. It never reads outside the folder, neither through `..` nor through a link that leads
 * elsewhere.
 */
export class MarketFolder {
  readonly #path: string;

  /** Opens the folder at a path from the settings, absolute or relative to the working directory. */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Returns the plain files of a subfolder in the order of their paths, and with `depth` 2 also those of its own
   * subfolders; none where the subfolder does not exist. Throws `market_data_unavailable` where the market data folder
   * itself is missing.
   */
  async files(folder: string, depth: 1 | 2 = 1): Promise<readonly MarketFile[]> {
    const root = await this.#root();
    const place = await within(root, `${root}/${folder}`);
    if (place === null) return [];
    const files: MarketFile[] = [];
    const entries = await entriesIn(place);
    for (let at = 0; at < entries.length; at += STATS_AT_ONCE) {
      const some = entries.slice(at, at + STATS_AT_ONCE).map(async ({ name, isFile }) => {
        const path = `${folder}/${name}`;
        return isFile ? fileOf(path, await Deno.stat(`${place}/${name}`)) : await this.#entry(root, path, depth);
      });
      files.push(...(await everyAnswer(some)).flat());
    }
    return files;
  }

  /** Returns the sorted names of the files in a subfolder. Only links are checked one by one, which keeps this fast. */
  async names(folder: string): Promise<readonly string[]> {
    const root = await this.#root();
    const place = await within(root, `${root}/${folder}`);
    const names: string[] = [];
    for (const { name, isFile } of place === null ? [] : await entriesIn(place)) {
      if (isFile || (await this.#entry(root, `${folder}/${name}`, 1)).length > 0) names.push(name);
    }
    return names;
  }

  /** Returns the market data file at a path within the folder; null where there is none. */
  async file(path: string): Promise<MarketFile | null> {
    const [file] = await this.#entry(await this.#root(), path, 1);
    return file ?? null;
  }

  /**
   * Returns the text of a file, decompressed if its name ends in .gz. Throws `market_data_unavailable` where the file
   * is gone, leads out of the folder, is too large or cannot be decompressed.
   */
  async text({ path }: MarketFile): Promise<string> {
    const pieces: string[] = [];
    const decoder = new TextDecoder();
    for await (const chunk of this.#chunks(path)) pieces.push(decoder.decode(chunk, { stream: true }));
    return pieces.join("") + decoder.decode();
  }

  /** Returns the first `count` lines of a file, or as many of them as lie in about its first mebibyte. */
  async firstLines({ path }: MarketFile, count: number): Promise<readonly string[]> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of this.#chunks(path)) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > 1 << 20 || text.split("\n", count + 1).length > count) break;
    }
    return text.split(/\r\n|\n|\r/, count);
  }

  /**
   * Returns the complete lines within the last `bytes` of an uncompressed file as `last`, or all lines of a file that
   * is not longer. Also returns as `between` the first complete line after each of `places` evenly spaced positions
   * before them, where it ends within `LINE_BYTES`.
   */
  async lastLines(
    { path }: MarketFile,
    { bytes, places }: { readonly bytes: number; readonly places: number },
  ): Promise<{ readonly between: readonly string[]; readonly last: readonly string[] }> {
    using file = await this.#open(path);
    const { size } = await file.stat(), from = Math.max(0, size - bytes);
    const between: string[] = [];
    for (let k = 1; k <= places; k++) {
      const [, line, ...rest] = linesOf(await readAt(file, Math.floor(k * from / (places + 1)), LINE_BYTES));
      if (rest.length > 0) between.push(line);
    }
    const lines = linesOf(await readAt(file, from, size - from));
    return { between, last: from === 0 ? lines : lines.slice(1) };
  }

  async *#chunks(path: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const file = await this.#open(path);
    const source = path.endsWith(".gz") ? file.readable.pipeThrough(new DecompressionStream("gzip")) : file.readable;
    let bytes = 0;
    try {
      for await (const chunk of source) {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) throw unreadable(path, `it is larger than ${MAX_BYTES >> 20} MiB`);
        yield chunk;
      }
    } catch (error) {
      if (error instanceof TypeError) throw unreadable(path, "it cannot be unpacked");
      throw error;
    }
  }

  async #open(path: string): Promise<Deno.FsFile> {
    const root = await this.#root();
    const place = await within(root, `${root}/${path}`);
    if (place === null) throw unreadable(path, "it does not exist");
    return await Deno.open(place);
  }

  async #root(): Promise<string> {
    try {
      return await Deno.realPath(this.#path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      throw new DomainError(
        "market_data_unavailable",
        "Cannot read market data: the folder of MARKET_DATA does not exist",
      );
    }
  }

  async #entry(root: string, path: string, depth: number): Promise<readonly MarketFile[]> {
    const place = await within(root, `${root}/${path}`);
    const stat = place === null ? null : await Deno.stat(place);
    if (stat?.isDirectory && depth > 1) return await this.files(path);
    return stat?.isFile ? [fileOf(path, stat)] : [];
  }
}

/**
 * Resolves the links of a path and returns the real path; null where the path leads nowhere or out of the root folder.
 */
async function within(root: string, path: string): Promise<string | null> {
  try {
    const place = await Deno.realPath(path);
    return place === root || place.startsWith(root.endsWith("/") ? root : `${root}/`) ? place : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return null;
    if (error instanceof Deno.errors.FilesystemLoop) return null;
    throw error;
  }
}

/** Returns the sorted entries of a folder without hidden names; nothing where the path is not a folder. */
async function entriesIn(place: string): Promise<readonly Deno.DirEntry[]> {
  if (!(await Deno.stat(place)).isDirectory) return [];
  const entries: Deno.DirEntry[] = [];
  for await (const entry of Deno.readDir(place)) if (!entry.name.startsWith(".")) entries.push(entry);
  return entries.sort((a, b) => a.name < b.name ? -1 : 1);
}

function fileOf(path: string, { size, mtime }: Deno.FileInfo): MarketFile {
  return { path, name: path.slice(path.lastIndexOf("/") + 1), bytes: size, modifiedMs: mtime?.getTime() ?? 0 };
}

function unreadable(path: string, why: string): DomainError {
  return new DomainError("market_data_unavailable", `Cannot read "${path}" of the market data: ${why}`);
}

/** Number of bytes of a price file read to find one line: more than a row of seven columns. */
const LINE_BYTES = 512;

async function readAt(file: Deno.FsFile, from: number, bytes: number): Promise<Uint8Array> {
  const read = new Uint8Array(bytes);
  await file.seek(from, Deno.SeekMode.Start);
  let length = 0;
  for (let more: number | null = 0; more !== null && length < bytes; length += more ?? 0) {
    more = await file.read(read.subarray(length));
  }
  return read.subarray(0, length);
}

function linesOf(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split(/\r\n|\n|\r/);
}
