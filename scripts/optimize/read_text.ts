import { UsageError } from "./arguments.ts";

/** The largest file or standard input that is read. */
export const MAX_BYTES = 256 * 1024 * 1024;

/** A named pipe that says nothing for so long is given up: nobody may ever write to it. */
const PIPE_SILENCE_MS = 30_000;

export interface ReadOptions {
  /** Of a named pipe; 30 s if absent. */
  readonly silenceMs?: number;
}

/** The bytes of a file, unpacked where its name ends in .gz. */
async function* readBytes(path: string, options: ReadOptions): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const file = await open(path, options);
  const isPacked = path.endsWith(".gz");
  const source = isPacked ? file.pipeThrough(new DecompressionStream("gzip")) : file;
  let bytes = 0;
  try {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new UsageError(`Cannot read "${path}": it is larger than ${MAX_BYTES >> 20} MiB`);
      yield chunk;
    }
  } catch (error) {
    throw unreadable(path, error, isPacked);
  }
}

/**
 * The text of a file in pieces, `-` for standard input. Throws `UsageError` where it cannot be read or is not UTF-8,
 * past 256 MiB, and where nothing comes from a named pipe for so long.
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

/** By its byte order mark. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** The text of a file, as `readPieces`. */
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
      throw new UsageError(`Cannot read "${path}": it is no text in UTF-8; save it as such`);
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
    const isPipe = (await Deno.stat(path)).isFifo;
    return isPipe ? await openPipe(path, silenceMs) : (await Deno.open(path)).readable;
  } catch (error) {
    throw unreadable(path, error, false);
  }
}

/** To open a pipe waits for who writes, and so does each reading of it. */
async function openPipe(path: string, silenceMs: number): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const opening = Deno.open(path);
  let isAwaited = true;
  // Opened too late it is closed; why it could not be opened then is nobody's business any more.
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

/** Why a path cannot be read. Of unpacking, every error is a TypeError that says little. */
function unreadable(path: string, error: unknown, isPacked: boolean): unknown {
  if (error instanceof UsageError || !(error instanceof Error)) return error;
  if (error instanceof Deno.errors.NotFound) return new UsageError(`Cannot find file "${path}"`);
  if (error instanceof Deno.errors.IsADirectory) return new UsageError(`Cannot read "${path}": it is a folder`);
  const why = isPacked && error instanceof TypeError ? "it is no gzip file, or not a whole one" : error.message;
  return new UsageError(`Cannot read "${path}": ${why}`);
}
