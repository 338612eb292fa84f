import { UsageError } from "./arguments.ts";

/** Largest number of bytes that are read from a file or the standard input. */
export const MAX_BYTES = 256 * 1024 * 1024;

/** Milliseconds without data after which a named pipe is given up, because nobody may ever write to it. */
const PIPE_SILENCE_MS = 30_000;

const PIECE_BYTES = 256 * 1024;

export interface ReadOptions {
  /** Milliseconds without data after which a named pipe is given up. 30 s where absent. */
  readonly silenceMs?: number;
}

/**
 * Yields the bytes of a file, decompressed where its name ends in .gz. The path `-` means the standard input. Throws
 * `UsageError` where the file cannot be read, changes meanwhile or exceeds 256 MiB, and where a named pipe is silent
 * for too long.
 */
export async function* readBytes(path: string, options: ReadOptions = {}): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const before = path === "-" ? null : await stampOf(path);
  const file = await open(path, options);
  const isPacked = path.endsWith(".gz"), isTooLarge = !isPacked && before !== null && before.size > MAX_BYTES;
  const source = isPacked ? file.pipeThrough(new DecompressionStream("gzip")) : file;
  let bytes = 0;
  try {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw tooLarge(path);
      yield chunk;
      // The first bytes are given away all the same, since they may tell that the file is no table at all.
      if (isTooLarge) throw tooLarge(path);
    }
  } catch (error) {
    throw unreadable(path, error, isPacked);
  }
  if (before !== null && (await stampOf(path))?.text !== before.text) {
    throw new UsageError(`Cannot read "${path}": it changed while it was read; try again once it is written`);
  }
}

function tooLarge(path: string): UsageError {
  return new UsageError(`Cannot read "${path}": it is larger than ${MAX_BYTES >> 20} MiB`);
}

/**
 * Returns the size of a plain file in bytes, and a text that changes with the file; null for anything else, and where
 * there is none.
 */
async function stampOf(path: string): Promise<{ readonly size: number; readonly text: string } | null> {
  try {
    const { isFile, ino, size, mtime } = await Deno.stat(path);
    return isFile ? { size, text: `${ino} ${size} ${mtime?.getTime()}` } : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw unreadable(path, error, false);
  }
}

/**
 * Yields the text of a file in pieces. The path `-` means the standard input. Throws `UsageError` where the file cannot
 * be read, is not UTF-8 or exceeds 256 MiB, and where a named pipe is silent for too long.
 */
export async function* readPieces(path: string, options: ReadOptions = {}): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isFirst = true;
  for await (const chunk of readBytes(path, options)) {
    if (isFirst && isUtf16(chunk)) throw new UsageError(`Cannot read "${path}": it is UTF-16; save it as UTF-8`);
    isFirst = false;
    yield decoded(path, () => decoder.decode(chunk, { stream: true }));
  }
  yield decoded(path, () => decoder.decode());
}

/** Whether the bytes start with the byte order mark of UTF-16. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** Returns the whole text of a file. Throws like `readPieces`. */
export async function readText(path: string, options: ReadOptions = {}): Promise<string> {
  let text = "";
  for await (const piece of readPieces(path, options)) text += piece;
  return text;
}

function decoded(path: string, decode: () => string): string {
  try {
    return decode();
  } catch (error) {
    if (error instanceof TypeError) {
      throw new UsageError(`Cannot read "${path}": it is not text in UTF-8; save it as UTF-8`);
    }
    throw error;
  }
}

async function open(
  path: string,
  { silenceMs = PIPE_SILENCE_MS }: ReadOptions,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (path === "-") return Deno.stdin.readable;
  try {
    const { isFifo, isFile } = await Deno.stat(path);
    if (isFifo) return await openPipe(path, silenceMs);
    const file = await Deno.open(path);
    return isFile ? inLargePieces(file) : file.readable;
  } catch (error) {
    throw unreadable(path, error, false);
  }
}

/** Returns the bytes of a file in pieces of 256 KiB, which take less time than the pieces of 64 KiB of `readable`. */
function inLargePieces(file: Deno.FsFile): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const piece = new Uint8Array(PIECE_BYTES), length = await file.read(piece);
      if (length !== null) return controller.enqueue(piece.subarray(0, length));
      file.close();
      controller.close();
    },
    cancel: () => file.close(),
  });
}

/** Opens a named pipe with a time limit. Opening a pipe waits for a writer, and so does each read. */
async function openPipe(path: string, silenceMs: number): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const opening = Deno.open(path);
  let isAwaited = true;
  // Closes a pipe that opens after the time limit. An error at that point no longer matters.
  opening.then((file) => isAwaited ? undefined : file.close(), () => undefined);
  const { readable } = await heardWithin(opening, { path, silenceMs }).finally(() => isAwaited = false);
  const pipe = readable.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await heardWithin(pipe.read(), { path, silenceMs });
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => pipe.cancel(reason),
  });
}

async function heardWithin<Heard>(
  hearing: Promise<Heard>,
  { path, silenceMs }: { path: string; silenceMs: number },
): Promise<Heard> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const detail = `nothing came from the pipe for ${silenceMs / 1000} s`;
    silence.reject(new UsageError(`Cannot read "${path}": ${detail}; write it to a file first`));
  }, silenceMs);
  try {
    return await Promise.race([hearing, silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the error to throw for a file that cannot be read. A TypeError for a packed file counts as an incomplete gzip
 * file, because decompression reports every error in that way, without details.
 */
function unreadable(path: string, error: unknown, isPacked: boolean): unknown {
  if (error instanceof UsageError || !(error instanceof Error)) return error;
  if (error instanceof Deno.errors.NotFound) return new UsageError(`Cannot find file "${path}"`);
  if (error instanceof Deno.errors.IsADirectory) return new UsageError(`Cannot read "${path}": it is a folder`);
  const why = isPacked && error instanceof TypeError ? "it is not a complete gzip file" : error.message;
  return new UsageError(`Cannot read "${path}": ${why}`);
}
