import { effect, type Signal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { asRefusal, mayPass, type Refusal } from "./refusal.ts";
import { reconnects } from "./session/connection.ts";
import { changesSent } from "./session/send.ts";
import { sessionState, signIns } from "./session/session.ts";

/** What is known of something that pages read from the service. */
export interface Known<Value> {
  /** The newest answer. It stays when a later reading fails, so that what was loaded remains readable. */
  readonly value: Value | null;
  /** Why the last reading failed; null if it did not. */
  readonly refusal: Refusal | null;
  readonly isWaiting: boolean;
}

/**
 * Something that pages read from the service, kept by its key: pages that are opened again show it at once. What is
 * shown nowhere is kept only for the last keys, because a result may have many megabytes.
 */
export interface Loadable<Value> {
  known(key: string): Signal<Known<Value>>;
  /** Reads it anew. The promise resolves when it is read or refused. */
  load(key: string, abort?: AbortSignal): Promise<void>;
  /** Reads it, or waits for a reading under way that is as good: one since which the page has changed nothing. */
  join(key: string, abort: AbortSignal): Promise<void>;
}

export interface Loaded<Value> extends Known<Value> {
  /** Reads it again. */
  reload(): Promise<void>;
}

export interface LoadableOptions {
  /**
   * Milliseconds after which it is read again by itself where the service refused it in passing and a page shows it,
   * each time twice as late; not at all if absent. It is for what pages can do without, so that none shows the refusal
   * and a button, such as the names of methods.
   */
  readonly looksAgainMs?: number;
}

/** Milliseconds before the first look for words that could not be read. */
export const WORDS_AGAIN_MS = 2_000;
/** Longest milliseconds between two looks for what could not be read. */
const LONGEST_LOOK_MS = 30_000;
/** Number of answers that a loadable keeps although no page shows them. */
const KEPT_UNSHOWN = 12;

const forgets: (() => void)[] = [];

/** What a loadable has of one key. */
interface Entry<Value> {
  readonly state: Signal<Known<Value>>;
  isShown: boolean;
  /** Number of the newest reading whose answer was taken. */
  taken: number;
  /** Readings under way. */
  readonly readings: Set<Reading>;
  /** Timer of the next reading by itself; undefined if there is none. */
  nextLook: ReturnType<typeof setTimeout> | undefined;
  /** Refusals in passing since the last answer. */
  passing: number;
}

/** A reading under way for all who wait for it. It is broken off once none of them does. */
interface Reading {
  readonly changes: number;
  readonly leaving: AbortController;
  waiting: number;
  end: Promise<void>;
}

/**
 * Makes something that pages can read, at the top of a file. `read` gets the key, for example an id, and throws a
 * `Refusal` where the service refuses.
 */
export function loadable<Value>(
  read: (key: string, abort: AbortSignal) => Promise<Value>,
  { looksAgainMs }: LoadableOptions = {},
): Loadable<Value> {
  const entries = new Map<string, Entry<Value>>();
  forgets.push(() => entries.clear());
  const entryOf = (key: string): Entry<Value> => {
    const entry = entries.get(key) ?? newEntry<Value>();
    // The last one is the one used last.
    entries.delete(key);
    entries.set(key, entry);
    forgetUnshown(entries);
    return entry;
  };
  const begin = (key: string): Reading => {
    const entry = entryOf(key), leaving = new AbortController();
    const reading: Reading = { changes: changesSent(), leaving, waiting: 0, end: Promise.resolve() };
    entry.readings.add(reading);
    reading.end = take(entry, () => read(key, leaving.signal), leaving.signal)
      .finally(() => {
        entry.readings.delete(reading);
        lookLater(key, entry);
      });
    return reading;
  };
  const lookLater = (key: string, entry: Entry<Value>): void => {
    if (looksAgainMs === undefined || entry.readings.size > 0) return;
    clearTimeout(entry.nextLook);
    const { refusal } = entry.state.peek();
    if (refusal === null || !mayPass(refusal)) return void (entry.passing = 0);
    entry.nextLook = setTimeout(() => {
      if (entry.isShown && entry.readings.size === 0) begin(key);
    }, Math.min(LONGEST_LOOK_MS, looksAgainMs * 2 ** entry.passing++));
  };
  return {
    known: (key) => entryOf(key).state,
    load: (key, abort) => waitFor(begin(key), abort),
    join(key, abort) {
      const newest = [...entryOf(key).readings].at(-1);
      const isAsGood = newest !== undefined && newest.changes === changesSent() && !newest.leaving.signal.aborted;
      return waitFor(isAsGood ? newest : begin(key), abort);
    },
  };
}

function newEntry<Value>(): Entry<Value> {
  const state = signal<Known<Value>>({ value: null, refusal: null, isWaiting: true }, {
    watched: () => entry.isShown = true,
    unwatched: () => entry.isShown = false,
  });
  const entry: Entry<Value> = { state, isShown: false, taken: 0, readings: new Set(), nextLook: undefined, passing: 0 };
  return entry;
}

/** Forgets what is shown nowhere, but for the keys that were used last. */
function forgetUnshown<Value>(entries: Map<string, Entry<Value>>): void {
  const unshown = [...entries].filter(([, { isShown, readings }]) => !isShown && readings.size === 0);
  for (const [key] of unshown.slice(0, -KEPT_UNSHOWN)) entries.delete(key);
}

let readingsBegun = 0;

/**
 * Reads and takes the answer, unless a reading that began later was answered before, or the page has put another value
 * there meanwhile, such as a list without what was deleted: then it is read once more.
 */
async function take<Value>(
  entry: Entry<Value>,
  read: () => Promise<Value>,
  abort: AbortSignal,
  triesLeft = 1,
): Promise<void> {
  const { state } = entry, number = ++readingsBegun, taken = entry.taken, before = state.peek().value;
  state.value = { ...state.peek(), isWaiting: true };
  const isLate = (): boolean => abort.aborted || entry.taken > number;
  try {
    const value = await read();
    if (isLate()) return;
    const isChanged = state.peek().value !== before && entry.taken === taken;
    if (isChanged && triesLeft > 0) return await take(entry, read, abort, triesLeft - 1);
    entry.taken = number;
    state.value = { value: isChanged ? state.peek().value : value, refusal: null, isWaiting: false };
  } catch (error) {
    if (!isLate()) state.value = { ...state.peek(), refusal: asRefusal(error), isWaiting: false };
  }
}

/** Waits for a reading until its end, or until the one who waits leaves. */
async function waitFor(reading: Reading, abort?: AbortSignal): Promise<void> {
  reading.waiting++;
  const leave = (): void => {
    if (--reading.waiting === 0) reading.leaving.abort(abort?.reason);
  };
  if (abort?.aborted === true) leave();
  else abort?.addEventListener("abort", leave, { once: true });
  await reading.end;
  abort?.removeEventListener("abort", leave);
}

/**
 * Hook. Returns what is known of something, and reads it when the component appears, when the key changes, when the
 * person has signed in again and when the service can be reached again.
 */
export function useLoaded<Value>(source: Loadable<Value>, key = ""): Loaded<Value> {
  useEffect(() => {
    const leaving = new AbortController();
    void source.join(key, leaving.signal);
    return () => leaving.abort();
  }, [source, key, signIns.value, reconnects.value]);
  return { ...source.known(key).value, reload: () => source.load(key) };
}

// Where a person signs out, in this tab or another one, nothing that pages have read stays for the next one.
effect(() => {
  if (sessionState.value === "none" || sessionState.value === "left") { for (const forget of forgets) forget(); }
});
