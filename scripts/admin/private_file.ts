import { dirname } from "node:path";
import { UsageError } from "./usage_error.ts";

/**
 * An empty file that only its owner may read. Throws a `UsageError` that begins with `cannot` where the folder is none
 * that can be written.
 */
export async function makePrivateFile(path: string, cannot: string): Promise<Deno.FsFile> {
  try {
    const file = await Deno.open(path, { write: true, create: true, truncate: true, mode: 0o600 });
    await Deno.chmod(path, 0o600);
    return file;
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound
      ? `there is no folder "${dirname(path)}"`
      : error instanceof Error
      ? error.message
      : String(error);
    throw new UsageError(`${cannot}: ${reason}`);
  }
}
