import { UsageError } from "./arguments.ts";

/** Refuses a place that cannot take a file, before there is something to write. Throws `UsageError`. */
export async function checkPlace(path: string): Promise<void> {
  try {
    const place = await infoOf(await targetOf(path));
    if (place?.isDirectory) throw new UsageError(`Cannot write "${path}": it is a folder`);
    if (place !== null) return;
    const folder = await infoOf(path.replace(/[^/]*$/, "") || ".");
    if (!folder?.isDirectory) throw new UsageError(`Cannot write "${path}": its folder is not there`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(sentence(path, error));
  }
}

/** A file could not be written. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/**
 * Writes a file whole or not at all: beside its place first, then renamed onto it. A link is followed; a device is
 * written as it is. Throws `OutputError`.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  try {
    const target = await targetOf(path);
    const place = await infoOf(target);
    if (place === null || place.isFile) await replace(target, content);
    else await write(target, content);
  } catch (error) {
    throw new OutputError(sentence(path, error));
  }
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
}

async function replace(path: string, content: string | Uint8Array): Promise<void> {
  const partial = `${path}.${Deno.pid}.partial`;
  try {
    await write(partial, content);
    await Deno.rename(partial, path);
  } catch (error) {
    await Deno.remove(partial).catch(() => undefined);
    throw error;
  }
}

/** What is at a path; null where nothing is. */
async function infoOf(path: string): Promise<Deno.FileInfo | null> {
  return await Deno.stat(path).catch(nullIfAbsent);
}

/** The end of links; the path itself where nothing is there yet. Throws for a link that leads nowhere. */
async function targetOf(path: string): Promise<string> {
  const link = await Deno.lstat(path).catch(nullIfAbsent);
  if (link === null || !link.isSymlink) return path;
  const target = await Deno.realPath(path).catch(nullIfAbsent);
  if (target === null) throw new Error("it is a link to a file that is not there");
  return target;
}

function nullIfAbsent(error: unknown): null {
  if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return null;
  throw error;
}

function sentence(path: string, error: unknown): string {
  if (error instanceof Deno.errors.NotCapable) {
    return `Cannot write "${path}": the task was started without the permission to write there`;
  }
  return `Cannot write "${path}": ${error instanceof Error ? error.message : String(error)}`;
}
