import { ownDraftTexts } from "./draft_store.ts";

/** Beginning of the names of the locks by which tabs say which files of drafts they use. */
const LOCK = "history ";
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** What ends the locks of this tab, and resolves when one has ended. */
const unlocks = new Map<string, () => Promise<unknown>>();

/** Tells other tabs that this one uses a file of a draft, until it is unlocked or the tab is closed. */
export function lockFile(id: string): void {
  if (unlocks.has(id)) return;
  let end = (): void => {};
  const isOver = new Promise<void>((resolve) => end = resolve);
  // A browser that blocks cookies refuses locks, and stores nothing that a lock could protect.
  const ended = navigator.locks?.request(LOCK + id, { mode: "shared" }, () => isOver).catch(() => {});
  unlocks.set(id, async () => {
    end();
    await ended;
  });
}

/**
 * Tells other tabs that this one uses the files of the drafts that it keeps for itself, which they cannot see. Called
 * as soon as the console is loaded, whatever page it shows.
 */
export function lockFilesOfOwnDrafts(): void {
  for (const text of ownDraftTexts()) for (const [id] of text.matchAll(ID)) lockFile(id);
}

/** Ends the locks of this tab but that of one file. The promise resolves when other tabs are told. */
export async function unlockFilesBut(kept: string | null): Promise<void> {
  const dropped = [...unlocks].filter(([id]) => id !== kept);
  for (const [id] of dropped) unlocks.delete(id);
  await Promise.all(dropped.map(([, unlock]) => unlock()));
}

/** Returns the ids of the files that any tab uses. */
export async function filesInUse(): Promise<ReadonlySet<string>> {
  // Rejected by a browser that blocks cookies, whose tabs share no store.
  const locks = await navigator.locks?.query().catch(() => null);
  const names = locks?.held?.map(({ name }) => name ?? "") ?? [];
  return new Set(names.filter((name) => name.startsWith(LOCK)).map((name) => name.slice(LOCK.length)));
}
