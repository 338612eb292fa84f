import { dirname } from "node:path";
import { exists } from "./store_file.ts";
import { UsageError } from "./usage_error.ts";

/**
 * A new, empty file that only its owner may read; one that an interrupted command left is removed first, and a link is
 * not followed. Throws a `UsageError` that begins with `cannot` where the folder is none that can be written.
 */
export async function makePrivateFile(path: string, cannot: string): Promise<Deno.FsFile> {
  try {
    if (await exists(path)) await Deno.remove(path);
    return await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound
      ? `there is no folder "${dirname(path)}"`
      : error instanceof Error
      ? error.message
      : String(error);
    throw new UsageError(`${cannot}: ${reason}`);
  }
}
