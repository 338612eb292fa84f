import { signal } from "@preact/signals";
import { isInDrafts } from "../../../draft_store.ts";
import { FILES_OF_DRAFTS } from "../../../drafts.ts";
import type { ReadHistory } from "./reading.ts";

/** Name of the store in the files of drafts in which histories are kept, so that they survive a refresh. */
const STORE = "histories";
/** Beginning of the names of the locks by which tabs say which histories they hold. */
const LOCK = "history ";

/** Histories of files that were read and not yet sent, by the ids that drafts have of them. */
const held = signal<ReadonlyMap<string, ReadHistory>>(new Map());
/** What ends the locks of this tab, and resolves when one has ended. */
const unlocks = new Map<string, () => Promise<unknown>>();

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
  void inStore("readwrite", (store) => {
    store.put(history, id);
  });
  return id;
}

/** Looks for a history that was held before the page was loaded. Returns whether it is there. */
export async function lookForHistory(id: string): Promise<boolean> {
  if (held.value.has(id)) return true;
  const found = await inStore<ReadHistory | undefined>("readonly", (store) => store.get(id));
  if (found === undefined || found === null) return false;
  hold(id, found);
  return true;
}

/**
 * Forgets the histories of this tab at once, when the draft that has one was sent. The promise resolves when the
 * browser's store has none that nobody uses.
 */
export async function forgetHistories(): Promise<void> {
  await forgetOthers(null);
}

/**
 * Forgets the histories of this tab at once, but the one with an id: the prices of a file that was replaced or removed
 * do not stay. Those that other tabs hold or stored drafts name do. The promise resolves when the browser's store has
 * none that nobody uses.
 */
export async function forgetOthers(kept: string | null): Promise<void> {
  held.value = new Map([...held.value].filter(([id]) => id === kept));
  const dropped = [...unlocks].filter(([id]) => id !== kept);
  for (const [id] of dropped) unlocks.delete(id);
  await Promise.all(dropped.map(([, unlock]) => unlock()));
  await forgetUnused(kept);
}

function hold(id: string, history: ReadHistory): void {
  held.value = new Map([...held.value, [id, history]]);
  let end = (): void => {};
  const isOver = new Promise<void>((resolve) => end = resolve);
  // A browser that blocks cookies refuses locks, and stores nothing that a lock could protect.
  const ended = navigator.locks?.request(LOCK + id, { mode: "shared" }, () => isOver).catch(() => {});
  unlocks.set(id, async () => {
    end();
    await ended;
  });
}

/** Removes from the store what neither a tab holds nor a stored draft names. */
async function forgetUnused(kept: string | null): Promise<void> {
  const inUse = await heldByTabs();
  await inStore("readwrite", (store) => {
    const asking = store.getAllKeys();
    asking.addEventListener("success", () => {
      for (const key of asking.result) {
        const id = String(key);
        if (id !== kept && !held.value.has(id) && !inUse.has(id) && !isInDrafts(id)) store.delete(key);
      }
    });
    return asking;
  });
}

async function heldByTabs(): Promise<ReadonlySet<string>> {
  // Rejected by a browser that blocks cookies, whose tabs share no store.
  const locks = await navigator.locks?.query().catch(() => null);
  const names = locks?.held?.map(({ name }) => name ?? "") ?? [];
  return new Set(names.filter((name) => name.startsWith(LOCK)).map((name) => name.slice(LOCK.length)));
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
