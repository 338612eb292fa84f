import { DomainError } from "../../domain/errors.ts";
import { decodedBegin, DecodedText } from "../../tables/decoded_text.ts";
import { UnreadableTable } from "../../tables/unreadable_table.ts";
import { everyAnswer } from "../../domain/every_answer.ts";
import { UnreadableFile } from "./unreadable_file.ts";

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
/** Number of times that a file is read which changes while it is read, and the pause between them in milliseconds. */
const READS = 3;
const PAUSE_MS = 100;

/**
 * A folder of market data files. It never reads outside the folder, neither through `..` nor through a link that leads
 * elsewhere.
 */
export class MarketFolder {
  readonly #path: string;
  /** Newest modification time among the files that were seen not to change any more. */
  #restMs = -Infinity;

  /** Opens the folder at a path from the settings, absolute or relative to the working directory. */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Returns the plain files of a subfolder in the order of their paths, and with `depth` 2 also those of its own
   * subfolders; none where the subfolder does not exist. Throws `market_data_unavailable` where the market data folder
   * itself is missing, or the service has no right to list a folder.
   */
  async files(folder: string, depth: 1 | 2 = 1): Promise<readonly MarketFile[]> {
    const root = await this.#root();
    const place = await within(root, folder);
    if (place === null) return [];
    const files: MarketFile[] = [];
    const entries = await entriesIn(place, folder);
    for (let at = 0; at < entries.length; at += STATS_AT_ONCE) {
      const some = entries.slice(at, at + STATS_AT_ONCE).map(async ({ name, isFile }) => {
        const path = `${folder}/${name}`;
        return isFile ? await plainFile(path, `${place}/${name}`) : await this.#entry(root, path, depth);
      });
      files.push(...(await everyAnswer(some)).flat());
    }
    return files;
  }

  /** Returns the sorted names of the files in a subfolder. Only links are checked one by one, which keeps this fast. */
  async names(folder: string): Promise<readonly string[]> {
    const root = await this.#root();
    const place = await within(root, folder);
    const names: string[] = [];
    for (const { name, isFile } of place === null ? [] : await entriesIn(place, folder)) {
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
   * Returns the text of a file, decompressed if its name ends in .gz. A file that changes while it is read is read
   * again. Throws `market_data_unavailable` where the file is gone, leads out of the folder, is too large, keeps
   * changing or cannot be decompressed, or the service has no right to read it.
   */
  async text({ path }: MarketFile): Promise<string> {
    return await whileUnchanged(path, async () => {
      const pieces: string[] = [];
      const decoder = new TextDecoder();
      for await (const chunk of this.#chunks(path)) pieces.push(decoder.decode(chunk, { stream: true }));
      return pieces.join("") + decoder.decode();
    });
  }

  /**
   * Returns the text of a table in any encoding that tables have. A file without a line end at its end, whose last
   * number may still be written, is read again if it changes soon. Throws like `text`, and also where the bytes are no
   * text.
   */
  async tableText({ path }: MarketFile): Promise<string> {
    return await whileUnchanged(path, async () => {
      const place = await within(await this.#root(), path);
      const before = place === null ? null : await unlessGone(path, () => Deno.stat(place));
      const text = await this.#decodedTable(path);
      if (place !== null && before !== null && !/[\r\n]$/.test(text)) {
        await this.#refuseGrowing(before, { path, place });
      }
      return text;
    });
  }

  async #decodedTable(path: string): Promise<string> {
    const pieces: string[] = [];
    const decoder = new DecodedText();
    try {
      for await (const chunk of this.#chunks(path)) pieces.push(decoder.take(chunk));
      return pieces.join("") + decoder.end();
    } catch (error) {
      if (error instanceof UnreadableTable) throw unreadable(path, error.message);
      throw error;
    }
  }

  /**
   * Waits a moment and throws `FileChanged` where the file has changed meanwhile. Does not wait for a file that is not
   * newer than one that was seen not to change any more.
   */
  async #refuseGrowing(
    before: Deno.FileInfo,
    at: { readonly path: string; readonly place: string },
  ): Promise<void> {
    const changed = before.mtime?.getTime() ?? 0;
    if (changed > this.#restMs) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await refuseChanged(before, at);
    this.#restMs = Math.max(this.#restMs, changed);
  }

  /** Returns the first `count` lines of a file, or as many of them as lie in about its first mebibyte. */
  async firstLines({ path }: MarketFile, count: number): Promise<readonly string[]> {
    return await whileUnchanged(path, async () => {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      let bytes = 0, lines = 0;
      for await (const chunk of this.#chunks(path)) {
        chunks.push(chunk);
        bytes += chunk.length;
        lines += linesIn(chunk, count - lines + 1);
        if (bytes > 1 << 20 || lines > count) break;
      }
      return decodedBegin(joined(chunks, bytes)).split(/\r\n|\n|\r/, count);
    });
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
    return await whileUnchanged(path, async () => {
      const { file: opened, place } = await this.#open(path);
      using file = opened;
      const before = await file.stat();
      const { size } = before, from = Math.max(0, size - bytes);
      const between: string[] = [];
      for (let k = 1; k <= places; k++) {
        const [, line, ...rest] = linesOf(await readAt(file, Math.floor(k * from / (places + 1)), LINE_BYTES));
        if (rest.length > 0) between.push(line);
      }
      const lines = linesOf(await readAt(file, from, size - from));
      await refuseChanged(before, { path, place });
      return { between, last: from === 0 ? lines : lines.slice(1) };
    });
  }

  /** Reads a file in chunks. Throws `FileChanged` after the last one where the file changed since the first. */
  async *#chunks(path: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const { file, place } = await this.#open(path);
    const before = await file.stat();
    const source = path.endsWith(".gz") ? file.readable.pipeThrough(new DecompressionStream("gzip")) : file.readable;
    let bytes = 0;
    try {
      for await (const chunk of source) {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) throw unreadable(path, `it is larger than ${MAX_BYTES >> 20} MiB`);
        yield chunk;
      }
    } catch (error) {
      // A gzip file that is half written cannot be unpacked yet.
      if (error instanceof TypeError) {
        await refuseChanged(before, { path, place });
        throw unreadable(path, "it cannot be unpacked");
      }
      throw error;
    }
    await refuseChanged(before, { path, place });
  }

  async #open(path: string): Promise<{ readonly file: Deno.FsFile; readonly place: string }> {
    const place = await within(await this.#root(), path);
    const file = place === null ? null : await unlessGone(path, () => Deno.open(place));
    if (place === null || file === null) throw unreadable(path, "it does not exist");
    return { file, place };
  }

  async #root(): Promise<string> {
    try {
      return await Deno.realPath(this.#path);
    } catch (error) {
      const why = error instanceof Deno.errors.NotFound
        ? "does not exist"
        : error instanceof Deno.errors.PermissionDenied
        ? "may not be read by the service"
        : null;
      if (why === null) throw error;
      throw new DomainError("market_data_unavailable", `Cannot read market data: the folder of MARKET_DATA ${why}`);
    }
  }

  async #entry(root: string, path: string, depth: number): Promise<readonly MarketFile[]> {
    const place = await within(root, path);
    const stat = place === null ? null : await unlessGone(path, () => Deno.stat(place));
    if (stat?.isDirectory && depth > 1) return await this.files(path);
    return stat?.isFile ? [fileOf(path, stat)] : [];
  }
}

/** Error for a file that changed while it was read. */
class FileChanged extends Error {
  override readonly name = "FileChanged";
}

/** Reads a file, and again while it changes. Throws `market_data_unavailable` where it changes every time. */
async function whileUnchanged<Value>(path: string, read: () => Promise<Value>): Promise<Value> {
  for (let left = READS - 1;; left--) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof FileChanged)) throw error;
      if (left === 0) throw unreadable(path, "it changes while it is read; try again once it is written");
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Throws `FileChanged` where a file is no longer the one that was opened, with the same size and time of change. */
async function refuseChanged(
  before: Deno.FileInfo,
  { path, place }: { readonly path: string; readonly place: string },
): Promise<void> {
  const after = await unlessGone(path, () => Deno.stat(place));
  if (after === null || stampOf(after) !== stampOf(before)) throw new FileChanged();
}

function stampOf({ ino, size, mtime }: Deno.FileInfo): string {
  return `${ino} ${size} ${mtime?.getTime()}`;
}

/**
 * Resolves the links of a path within the root folder and returns the real path; null where it leads nowhere or out of
 * the root folder.
 */
async function within(root: string, path: string): Promise<string | null> {
  const place = await unlessGone(path, () => Deno.realPath(`${root}/${path}`));
  return place === root || place?.startsWith(root.endsWith("/") ? root : `${root}/`) ? place : null;
}

/** Returns the sorted entries of a folder without hidden names; nothing where the path is not a folder. */
async function entriesIn(place: string, path: string): Promise<readonly Deno.DirEntry[]> {
  const entries = await unlessGone(path, async () => {
    if (!(await Deno.stat(place)).isDirectory) return [];
    return (await Array.fromAsync(Deno.readDir(place))).filter(({ name }) => !name.startsWith("."));
  });
  return entries?.sort((a, b) => a.name < b.name ? -1 : 1) ?? [];
}

/** Returns a plain file of a listed folder; nothing where it has gone since. */
async function plainFile(path: string, place: string): Promise<readonly MarketFile[]> {
  const stat = await unlessGone(path, () => Deno.stat(place));
  return stat === null ? [] : [fileOf(path, stat)];
}

/**
 * Returns what an operation on a path gives; null where the path leads nowhere. Throws `market_data_unavailable` where
 * the service has no right to it.
 */
async function unlessGone<Value>(path: string, work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    if (GONE.some((kind) => error instanceof kind)) return null;
    if (error instanceof Deno.errors.PermissionDenied) throw unreadable(path, "the service has no right to read it");
    throw error;
  }
}

const GONE = [Deno.errors.NotFound, Deno.errors.NotADirectory, Deno.errors.FilesystemLoop];

function fileOf(path: string, { size, mtime }: Deno.FileInfo): MarketFile {
  return { path, name: path.slice(path.lastIndexOf("/") + 1), bytes: size, modifiedMs: mtime?.getTime() ?? 0 };
}

function unreadable(path: string, why: string): UnreadableFile {
  return new UnreadableFile(path, why);
}

/** Number of line ends in some bytes, counted up to a limit. */
function linesIn(bytes: Uint8Array, most: number): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0 && lines < most; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}

const LINE_FEED = 10;

function joined(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
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
