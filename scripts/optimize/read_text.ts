import { UsageError } from "./arguments.ts";

/** The largest file or standard input that is read. */
export const MAX_BYTES = 256 * 1024 * 1024;

/** The bytes of a file, `-` for standard input, unpacked where the name ends in .gz. Throws `UsageError` where it cannot be opened, or past 256 MiB. */
export async function* readBytes(path: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let source = await open(path);
  if (path.endsWith(".gz")) source = source.pipeThrough(new DecompressionStream("gzip"));
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new UsageError(`Cannot read "${path}": it is larger than ${MAX_BYTES >> 20} MiB`);
    yield chunk;
  }
}

/** The text of a file, as `readBytes`. */
export async function readText(path: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of readBytes(path)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

async function open(path: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (path === "-") return Deno.stdin.readable;
  try {
    return (await Deno.open(path)).readable;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new UsageError(`Cannot find file "${path}"`);
    if (error instanceof Error) throw new UsageError(`Cannot open "${path}": ${error.message}`);
    throw error;
  }
}
