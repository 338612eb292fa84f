import { backup as copyDatabase, DatabaseSync } from "node:sqlite";
import type { Command } from "./command.ts";
import { makePrivateFile } from "./private_file.ts";
import { exists, storeFile } from "./store_file.ts";
import { UsageError } from "./usage_error.ts";

/** In one step, whose read transaction no write of the service disturbs: between two the copy would begin anew. */
const ALL_PAGES = -1;

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
