import { signal } from "@preact/signals";
import { isInDrafts } from "../../../draft_store.ts";
import { FILES_OF_DRAFTS } from "../../../drafts.ts";
import { filesInUse, lockFile, unlockFilesBut } from "../../../file_locks.ts";
import type { ReadHistory } from "./reading.ts";

/** Name of the store in the files of drafts in which histories are kept, so that they survive a refresh. */
const STORE = "histories";
/**
 * Milliseconds after which a history that nobody uses is forgotten, if nobody uses it then either: a tab that is loaded
 * again holds nothing for a moment, and its own drafts are hidden from other tabs.
 */
const UNUSED_FOR_MS = 15_000;

/** Histories of files that were read and not yet sent, by the ids that drafts have of them. */
const held = signal<ReadonlyMap<string, ReadHistory>>(new Map());

/** Whether the browser keeps the histories that are held. It does not where it allows no storage, or it is full. */
export const keepsHistories = signal(true);

/** Returns the history with an id; null while it is not there, also where the browser forgot it. */
export function heldHistory(id: string | null): ReadHistory | null {
  return id === null ? null : held.value.get(id) ?? null;
}

/**
 * Holds a history beside those that are held, to which a person may come back by Undo. Returns its id. Without storage
 * it lives as long as the page.
 */
export function holdHistory(history: ReadHistory): string {
  const id = crypto.randomUUID();
  hold(id, history);
  void inStore("readwrite", (store) => store.put(history, id)).then((key) => keepsHistories.value = key !== null);
  return id;
}

/** Looks for a history that was held before the page was loaded. Returns whether it is there. */
export async function lookForHistory(id: string): Promise<boolean> {
  if (held.value.has(id)) return true;
  // Locked before it is read, so that no other tab forgets it between the two.
  lockFile(id);
  const found = await inStore<ReadHistory | undefined>("readonly", (store) => store.get(id));
  if (found === undefined || found === null) return false;
  held.value = new Map([...held.value, [id, found]]);
  return true;
}

/**
 * Forgets the histories of this tab at once, when the draft that has one was sent, and in the browser's store soon. The
 * promise resolves when other tabs are told.
 */
export async function forgetHistories(): Promise<void> {
  await forgetOthers(null);
}

/**
 * Forgets the histories of this tab at once, but the one with an id: the prices of a file that was replaced or removed
 * do not stay. Those that other tabs hold or stored drafts name do. The browser's store forgets them soon. The promise
 * resolves when other tabs are told.
 */
export async function forgetOthers(kept: string | null): Promise<void> {
  held.value = new Map([...held.value].filter(([id]) => id === kept));
  await unlockFilesBut(kept);
  const unused = await unusedIds();
  if (unused.length > 0) setTimeout(() => void forgetUnused(unused), UNUSED_FOR_MS);
}

function hold(id: string, history: ReadHistory): void {
  held.value = new Map([...held.value, [id, history]]);
  lockFile(id);
}

/** Removes from the store those of some histories that are still not used. */
async function forgetUnused(ids: readonly string[]): Promise<void> {
  const unused = (await unusedIds()).filter((id) => ids.includes(id));
  await inStore("readwrite", (store) => {
    for (const id of unused) store.delete(id);
  });
}

/** Returns the ids of the histories in the store that neither a tab holds nor a stored draft names. */
async function unusedIds(): Promise<readonly string[]> {
  const stored = await inStore("readonly", (store) => store.getAllKeys()) ?? [];
  const inUse = await filesInUse();
  return stored.map(String).filter((id) => !held.value.has(id) && !inUse.has(id) && !isInDrafts(id));
}

/** Runs one step in the store of the browser. Returns null where the browser allows no storage. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  step: (store: IDBObjectStore) => IDBRequest<Result> | void,
): Promise<Result | null> {
  try {
    const opening = indexedDB.open(FILES_OF_DRAFTS, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await answerOf(opening);
    try {
      const transaction = database.transaction(STORE, mode);
      const request = step(transaction.objectStore(STORE));
      return request === undefined ? null : await answerOf(request);
    } finally {
      database.close();
    }
  } catch {
    // The browser allows no storage, or it is full: the history lives as long as the page.
    return null;
  }
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
