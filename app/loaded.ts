import { effect, type Signal, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { asRefusal, type Refusal } from "./refusal.ts";
import { reconnects } from "./session/connection.ts";
import { sessionState, signIns } from "./session/session.ts";

/** What is known of something that pages read from the service. */
export interface Known<Value> {
  /** The newest answer. It stays when a later reading fails, so that what was loaded remains readable. */
  readonly value: Value | null;
  /** Why the last reading failed; null if it did not. */
  readonly refusal: Refusal | null;
  readonly isWaiting: boolean;
}

/** Something that pages read from the service, kept by its key: pages that are opened again show it at once. */
export interface Loadable<Value> {
  known(key: string): Signal<Known<Value>>;
  /** Reads it. The promise resolves when it is read or refused. */
  load(key: string, abort?: AbortSignal): Promise<void>;
}

export interface Loaded<Value> extends Known<Value> {
  /** Reads it again. */
  reload(): Promise<void>;
}

const forgets: (() => void)[] = [];

/**
 * Makes something that pages can read, at the top of a file. `read` gets the key, for example an id, and throws a
 * `Refusal` where the service refuses.
 */
export function loadable<Value>(read: (key: string, abort: AbortSignal) => Promise<Value>): Loadable<Value> {
  const states = new Map<string, Signal<Known<Value>>>();
  forgets.push(() => states.clear());
  const known = (key: string): Signal<Known<Value>> => {
    const state = states.get(key) ?? signal<Known<Value>>({ value: null, refusal: null, isWaiting: true });
    states.set(key, state);
    return state;
  };
  return {
    known,
    async load(key, abort = new AbortController().signal) {
      const state = known(key);
      state.value = { ...state.value, isWaiting: true };
      try {
        const value = await read(key, abort);
        if (!abort.aborted) state.value = { value, refusal: null, isWaiting: false };
      } catch (error) {
        if (!abort.aborted) state.value = { ...state.value, refusal: asRefusal(error), isWaiting: false };
      }
    },
  };
}

/**
 * Hook. Returns what is known of something, and reads it when the component appears, when the key changes, when the
 * person has signed in again and when the service can be reached again.
 */
export function useLoaded<Value>(source: Loadable<Value>, key = ""): Loaded<Value> {
  useEffect(() => {
    const leaving = new AbortController();
    void source.load(key, leaving.signal);
    return () => leaving.abort();
  }, [source, key, signIns.value, reconnects.value]);
  return { ...source.known(key).value, reload: () => source.load(key) };
}

// Where a person signs out, in this tab or another one, nothing that pages have read stays for the next one.
effect(() => {
  if (sessionState.value === "none" || sessionState.value === "left") { for (const forget of forgets) forget(); }
});
