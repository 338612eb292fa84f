import { dirname } from "node:path";
import { backup as copyDatabase, DatabaseSync } from "node:sqlite";
import type { Command } from "./command.ts";
import { exists, storeFile } from "./store_file.ts";
import { UsageError } from "./usage_error.ts";

export const backup: Command = {
  name: "backup",
  parameters: ["file"],
  summary: "Copies the store into a new file, also while the service runs",
  async run([file], context) {
    const source = storeFile(context.config.kvPath);
    if (!await exists(source)) throw new UsageError(`Cannot back up the store "${source}": there is no such file`);
    if (await exists(file)) throw new UsageError(`Cannot back up into "${file}": there is such a file already`);
    // Opened and checked first: what is no store of this service is not kept as a backup of one.
    await context.store();
    const unfinished = `${file}.unfinished`;
    await makePrivateFile(unfinished, file);
    const database = new DatabaseSync(source, { readOnly: true });
    try {
      await copyDatabase(database, unfinished);
    } finally {
      database.close();
    }
    await Deno.rename(unfinished, file);
    context.print(`The store "${source}" is copied into "${file}"`);
  },
};

/** An empty file that only its owner may read. Throws a `UsageError` where the folder is none that can be written. */
async function makePrivateFile(path: string, file: string): Promise<void> {
  try {
    (await Deno.open(path, { write: true, create: true, truncate: true, mode: 0o600 })).close();
    await Deno.chmod(path, 0o600);
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound
      ? `there is no folder "${dirname(file)}"`
      : error instanceof Error
      ? error.message
      : String(error);
    throw new UsageError(`Cannot back up into "${file}": ${reason}`);
  }
}
