import { UsageError } from "./arguments.ts";

/** Refuses a place that cannot take a file, before there is something to write. */
export async function checkPlace(path: string): Promise<void> {
  const folder = path.replace(/[^/]*$/, "") || ".";
  const parent = await Deno.stat(folder).catch(() => null);
  if (!parent?.isDirectory) throw new UsageError(`Cannot write "${path}": its folder is not there`);
  const place = await Deno.stat(path).catch(() => null);
  if (place?.isDirectory) throw new UsageError(`Cannot write "${path}": it is a folder`);
}

/** A file could not be written. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/** Writes a file whole or not at all: beside its place first, then renamed onto it. A device is written as it is. Throws `OutputError`. */
export async function writeWhole(path: string, text: string): Promise<void> {
  if (await isSpecial(path)) return await Deno.writeTextFile(path, text);
  const partial = `${path}.${Deno.pid}.partial`;
  try {
    await Deno.writeTextFile(partial, text);
    await Deno.rename(partial, path);
  } catch (error) {
    await Deno.remove(partial).catch(() => undefined);
    throw new OutputError(`Cannot write "${path}": ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function isSpecial(path: string): Promise<boolean> {
  const info = await Deno.stat(path).catch(() => null);
  return info !== null && !info.isFile && !info.isDirectory;
}
