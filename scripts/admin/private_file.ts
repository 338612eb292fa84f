import { dirname } from "node:path";
import { exists } from "./store_file.ts";
import { UsageError } from "./usage_error.ts";

/**
 * Creates an empty file that only its owner may read and write, and returns it open. Replaces a file that an
 * interrupted command left and never follows a link. Throws `UsageError`, starting with the text `cannot`, where the
 * folder does not exist or cannot be written.
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
