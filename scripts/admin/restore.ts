import { systemRandom } from "../../src/runtime/random.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { planLimits } from "../../src/domain/plan.ts";
import { copyStore } from "../../src/store/moving/back_up_store.ts";
import { inspectFile } from "../../src/store/inspect_file.ts";
import { openFileToWrites } from "../../src/store/moving/file_store.ts";
import { isFilePath, openRawStore } from "../../src/store/moving/open_raw_store.ts";
import { prepareTarget } from "../../src/store/moving/prepare_move.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import { missingObjects } from "./bucket_manifest.ts";
import type { AdminContext, Command } from "./command.ts";
import { digestLine } from "./copy_lines.ts";
import { noteOperation } from "./note_operation.ts";
import { exists, folderOf, intoOneFile, removeDatabase, setAside } from "./store_file.ts";
import { UsageError } from "./usage_error.ts";

const END_SESSIONS = "--end-sessions";
const END_KEYS = "--end-keys";
const REPLACE = "--replace";

export const restore: Command = {
  name: "restore",
  parameters: ["file"],
  options: [END_SESSIONS, END_KEYS, REPLACE],
  summary: "Puts a backup in the place of the store, which is kept beside it if it is a file; no service must run",
  async run([file = ""], context) {
    const { kvPath } = context.config;
    if (kvPath === ":memory:") throw new UsageError("Cannot restore a store in memory: set KV_PATH or DATA_DIR");
    if (!await exists(file)) throw new UsageError(`Cannot restore "${file}": there is no such file`);
    if (isFilePath(kvPath)) await Deno.mkdir(folderOf(kvPath), { recursive: true });
    const copy = `${isFilePath(kvPath) ? kvPath : file}.restoring`;
    await removeDatabase(copy);
    try {
      await copyAndCheck(file, copy, (store) => endCredentials(store, context.given));
      const objects = await missingObjects(copy, context.config.artifactBucket);
      intoOneFile(copy);
      await (isFilePath(kvPath) ? putInPlace : carryToServer)(copy, { file, context });
      for (const line of [...objects, toldOf(context.given)]) context.print(line);
    } finally {
      await removeDatabase(copy);
    }
  },
};

interface Restored {
  /** The backup, as the operator named it. */
  readonly file: string;
  readonly context: AdminContext;
}

async function putInPlace(copy: string, { file, context: { config, print } }: Restored): Promise<void> {
  const target = config.kvPath;
  const former = await setAside(target, "restore");
  await Deno.rename(copy, target);
  const kept = former === null ? "" : `; the former one is kept as "${former}"`;
  print(`The store "${target}" is what "${file}" holds${kept}`);
}

/** Carries a backup into a store on a server, which refuses the writes of services until it is complete. */
async function carryToServer(copy: string, { file, context: { config, given, print } }: Restored): Promise<void> {
  const source = await openRawStore(copy, { as: "source" });
  try {
    const target = await openRawStore(config.kvPath, { as: "target" });
    try {
      await prepareTarget(source, target, { replaces: given.has(REPLACE) });
      const digests = await copyStore(source, target);
      print(digestLine("the backup", digests.source));
      print(digestLine(target.shown, digests.target));
      print(`The store "${target.shown}" is what "${file}" holds`);
    } finally {
      await target.end();
    }
  } finally {
    await source.end();
  }
}

/**
 * Returns the lines about credentials after a restore: which kinds were ended, and which are valid again although they
 * may have been ended since the backup.
 */
function toldOf(given: ReadonlySet<string>): string {
  const ended = [
    ...given.has(END_SESSIONS) ? ["sessions and grants of connectors"] : [],
    ...given.has(END_KEYS) ? ["API keys"] : [],
  ];
  const rest = [
    ...given.has(END_SESSIONS) ? [] : [`sessions and grants of connectors (${END_SESSIONS} ends them)`],
    ...given.has(END_KEYS) ? [] : [`API keys (${END_KEYS} ends them)`],
  ];
  return [
    ...ended.length === 0 ? [] : [`All ${ended.join(" and ")} have ended`],
    ...rest.length === 0 ? [] : [`Valid again, even if they ended after the backup: ${rest.join(" and ")}`],
  ].join(". ");
}

/**
 * Ends sessions, with them the grants of connectors, or API keys of every account, as the options ask. It changes the
 * copy, so that the restored store is never in place with credentials that should have ended.
 */
async function endCredentials(store: Store, given: ReadonlySet<string>): Promise<void> {
  for await (const { account: { id } } of store.accounts.all()) {
    if (given.has(END_SESSIONS)) {
      await store.accounts.endSessions(id);
      await store.connectorGrants.revokeAll(id);
    }
    if (given.has(END_KEYS)) await store.accounts.endApiKeys(id);
    for (const option of given) {
      if (option !== REPLACE) await noteOperation(store, id, { command: `restore ${option}` });
    }
  }
}

/**
 * Copies a backup, checks that this program can open it, and applies a change to the copy. Throws `StoreError` where it
 * cannot be opened.
 */
async function copyAndCheck(file: string, copy: string, change: (store: Store) => Promise<void>): Promise<void> {
  await Deno.copyFile(file, copy);
  await Deno.chmod(copy, 0o600);
  await inspectFile(copy);
  // A store that was closed to writes when it was copied was moved to another one, or was being moved.
  openFileToWrites(copy);
  const store = await openStore({ path: copy, planLimits: planLimits({}), clock: systemClock, random: systemRandom });
  try {
    await change(store);
  } finally {
    await store.close();
  }
}
