import { signal } from "@preact/signals";
import { FILES_OF_DRAFTS } from "../../../drafts.ts";
import type { ReadHistory } from "./reading.ts";

/** Name of the store in the files of drafts in which histories are kept, so that they survive a refresh. */
const STORE = "histories";

/** Histories of files that were read and not yet sent, by the ids that drafts have of them. */
const held = signal<ReadonlyMap<string, ReadHistory>>(new Map());

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
  held.value = new Map([...held.value, [id, history]]);
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
  held.value = new Map([...held.value, [id, found]]);
  return true;
}

/** Forgets all histories, when the draft that has one was sent. */
export function forgetHistories(): void {
  forgetOthers(null);
}

/** Forgets all histories but the one with an id: the prices of a file that was replaced or removed do not stay. */
export function forgetOthers(kept: string | null): void {
  held.value = new Map([...held.value].filter(([id]) => id === kept));
  void inStore("readwrite", (store) => {
    if (kept === null) return void store.clear();
    store.delete(IDBKeyRange.upperBound(kept, true));
    store.delete(IDBKeyRange.lowerBound(kept, true));
  });
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
