import { systemRandom } from "../../src/runtime/random.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { planLimits } from "../../src/domain/plan.ts";
import { openStore, type Store } from "../../src/store/open_store.ts";
import type { Command } from "./command.ts";
import { noteOperation } from "./note_operation.ts";
import { exists, folderOf, intoOneFile, removeDatabase, setAside, storeFile } from "./store_file.ts";
import { UsageError } from "./usage_error.ts";

const END_SESSIONS = "--end-sessions";
const END_KEYS = "--end-keys";

export const restore: Command = {
  name: "restore",
  parameters: ["file"],
  options: [END_SESSIONS, END_KEYS],
  summary: "Puts a backup in the place of the store, whose file is kept beside it; the service must not run",
  async run([file = ""], context) {
    const target = storeFile(context.config.kvPath);
    if (!await exists(file)) throw new UsageError(`Cannot restore "${file}": there is no such file`);
    await Deno.mkdir(folderOf(target), { recursive: true });
    const copy = `${target}.restoring`;
    await removeDatabase(copy);
    try {
      await copyAndCheck(file, copy, (store) => endCredentials(store, context.given));
      const former = await setAside(target, "restore");
      await Deno.rename(copy, target);
      context.print(
        `The store "${target}" is what "${file}" holds${
          former === null ? "" : `; the former one is kept as "${former}"`
        }`,
      );
      context.print(toldOf(context.given));
    } finally {
      await removeDatabase(copy);
    }
  },
};

/**
 * Returns the lines about credentials after a restore: which kinds were ended, and which are valid again although they
 * may have been ended since the backup.
 */
function toldOf(given: ReadonlySet<string>): string {
  const ended = [...given.has(END_SESSIONS) ? ["sessions"] : [], ...given.has(END_KEYS) ? ["API keys"] : []];
  const rest = [
    ...given.has(END_SESSIONS) ? [] : [`sessions (${END_SESSIONS} ends them)`],
    ...given.has(END_KEYS) ? [] : [`API keys (${END_KEYS} ends them)`],
  ];
  return [
    ...ended.length === 0 ? [] : [`All ${ended.join(" and ")} have ended`],
    ...rest.length === 0 ? [] : [`Valid again, even if they ended after the backup: ${rest.join(" and ")}`],
  ].join(". ");
}

/**
 * Ends sessions or API keys of every account, as the options ask. It changes the copy, so that the restored store is
 * never in place with credentials that should have ended.
 */
async function endCredentials(store: Store, given: ReadonlySet<string>): Promise<void> {
  for await (const { account: { id } } of store.accounts.all()) {
    if (given.has(END_SESSIONS)) await store.accounts.endSessions(id);
    if (given.has(END_KEYS)) await store.accounts.endApiKeys(id);
    for (const option of given) await noteOperation(store, id, { command: `restore ${option}` });
  }
}

/**
 * Copies a backup, checks that this program can open it, and applies a change to the copy. Throws `StoreError` where it
 * cannot be opened.
 */
async function copyAndCheck(file: string, copy: string, change: (store: Store) => Promise<void>): Promise<void> {
  await Deno.copyFile(file, copy);
  await Deno.chmod(copy, 0o600);
  const store = await openStore({ path: copy, planLimits: planLimits({}), clock: systemClock, random: systemRandom });
  try {
    await change(store);
  } finally {
    await store.close();
  }
  intoOneFile(copy);
}
