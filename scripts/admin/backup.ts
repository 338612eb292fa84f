import { backup as copyDatabase, DatabaseSync } from "node:sqlite";
import type { Command } from "./command.ts";
import { makePrivateFile } from "./private_file.ts";
import { exists, storeFile } from "./store_file.ts";
import { UsageError } from "./usage_error.ts";

/**
 * Copies the whole database in one step, in one read transaction that writes of the service do not disturb. A write
 * between two steps would make the copy start again.
 */
const ALL_PAGES = -1;

export const backup: Command = {
  name: "backup",
  parameters: ["file"],
  summary: "Copies the store into a new file, also while the service runs",
  async run([file = ""], context) {
    const source = storeFile(context.config.kvPath);
    if (!await exists(source)) throw new UsageError(`Cannot back up the store "${source}": there is no such file`);
    if (await exists(file)) throw new UsageError(`Cannot back up into "${file}": there is such a file already`);
    // Opens the store before the backup copies it, so that a file that is no store of this service is refused as a
    // source.
    await context.store();
    const unfinished = `${file}.unfinished`;
    (await makePrivateFile(unfinished, `Cannot back up into "${file}"`)).close();
    const database = new DatabaseSync(source, { readOnly: true });
    try {
      await copyDatabase(database, unfinished, { rate: ALL_PAGES });
    } finally {
      database.close();
    }
    await Deno.rename(unfinished, file);
    context.print(`The store "${source}" is copied into "${file}"`);
  },
};
