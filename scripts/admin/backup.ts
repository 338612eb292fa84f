import { backup as copyDatabase, DatabaseSync } from "node:sqlite";
import { backUpStore } from "../../src/store/moving/back_up_store.ts";
import { isFilePath, openRawStore } from "../../src/store/moving/open_raw_store.ts";
import { isPostgresPath } from "../../src/store/postgres/postgres_address.ts";
import { writeManifest } from "./bucket_manifest.ts";
import type { AdminContext, Command } from "./command.ts";
import { digestLine, passLine } from "./copy_lines.ts";
import { makePrivateFile } from "./private_file.ts";
import { exists, intoOneFile, removeDatabase } from "./store_file.ts";
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
    const { kvPath } = context.config;
    if (kvPath === ":memory:") {
      throw new UsageError("Cannot copy a store that lies in memory: set KV_PATH or DATA_DIR");
    }
    if (isFilePath(kvPath) && !await exists(kvPath)) {
      throw new UsageError(`Cannot back up the store "${kvPath}": there is no such file`);
    }
    if (await exists(file)) throw new UsageError(`Cannot back up into "${file}": there is such a file already`);
    const unfinished = `${file}.unfinished`;
    await removeDatabase(unfinished);
    (await makePrivateFile(unfinished, `Cannot back up into "${file}"`)).close();
    const shown = isFilePath(kvPath)
      ? await copyFile(kvPath, unfinished, context)
      : await copyServer(kvPath, unfinished, context);
    const objects = await writeManifest(unfinished, `${file}.objects.jsonl`);
    intoOneFile(unfinished);
    await Deno.rename(unfinished, file);
    context.print(`The store "${shown}" is copied into "${file}"`);
    if (objects > 0) {
      context.print(`"${file}.objects.jsonl" names the ${objects} objects of the bucket that belong to it`);
    }
  },
};

async function copyFile(source: string, unfinished: string, context: AdminContext): Promise<string> {
  // Opens the store before the backup copies it, so that a file that is no store of this service is refused as a
  // source.
  await context.store();
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    await copyDatabase(database, unfinished, { rate: ALL_PAGES });
  } finally {
    database.close();
  }
  return source;
}

/** Copies a store on a server into a file, which has the form of a store in a file. */
async function copyServer(path: string, unfinished: string, { print }: AdminContext): Promise<string> {
  const isSnapshot = isPostgresPath(path);
  const source = await openRawStore(path, { as: "source", isSnapshot });
  try {
    const target = await openRawStore(unfinished, { as: "target" });
    try {
      const listener = { passed: (pass: Parameters<typeof passLine>[0]) => print(passLine(pass)) };
      const digests = await backUpStore(source, target, { isSnapshot, listener });
      print(digestLine("the copy", digests.target));
    } finally {
      await target.end();
    }
    return source.shown;
  } finally {
    await source.end();
  }
}
