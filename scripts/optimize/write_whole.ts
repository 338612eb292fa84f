import { UsageError } from "./arguments.ts";

/** Throws `UsageError` where a path cannot take a file, before any work is done. */
export async function checkPlace(path: string): Promise<void> {
  try {
    const place = await infoOf(await targetOf(path));
    if (place?.isDirectory) throw new UsageError(`Cannot write "${path}": it is a folder`);
    if (place !== null) return;
    const folder = await infoOf(path.replace(/[^/]*$/, "") || ".");
    if (!folder?.isDirectory) throw new UsageError(`Cannot write "${path}": its folder does not exist`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(sentence(path, error));
  }
}

/** Error for an output file that could not be written. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

/**
 * Writes a file completely or not at all: writes a temporary file beside it, then renames that. Follows links; writes a
 * device directly. Throws `OutputError`.
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

/** Returns the file information of a path, or null where nothing exists there. */
async function infoOf(path: string): Promise<Deno.FileInfo | null> {
  return await Deno.stat(path).catch(nullIfAbsent);
}

/**
 * Returns the file that a link leads to, or the path itself where it is no link. Throws for a link that leads nowhere.
 */
async function targetOf(path: string): Promise<string> {
  const link = await Deno.lstat(path).catch(nullIfAbsent);
  if (link === null || !link.isSymlink) return path;
  const target = await Deno.realPath(path).catch(nullIfAbsent);
  if (target === null) throw new Error("it is a link to a file that does not exist");
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
