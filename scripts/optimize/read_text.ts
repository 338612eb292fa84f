import { UsageError } from "./arguments.ts";

/** The largest file or standard input that is read. */
export const MAX_BYTES = 256 * 1024 * 1024;

/** The bytes of a file, unpacked where its name ends in .gz. */
async function* readBytes(path: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const file = await open(path);
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
 * The text of a file in pieces, `-` for standard input. Throws `UsageError` where it cannot be read or is not UTF-8, or
 * past 256 MiB.
 */
export async function* readPieces(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of readBytes(path)) yield decoded(path, () => decoder.decode(chunk, { stream: true }));
  yield decoded(path, () => decoder.decode());
}

/** The text of a file, as `readPieces`. */
export async function readText(path: string): Promise<string> {
  let text = "";
  for await (const piece of readPieces(path)) text += piece;
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

async function open(path: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (path === "-") return Deno.stdin.readable;
  try {
    return (await Deno.open(path)).readable;
  } catch (error) {
    throw unreadable(path, error, false);
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
