import { type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { currentPerson } from "./session/session.ts";

/** Beginning of the names under which drafts are stored, so that a change of their form leaves old ones alone. */
const PREFIX = "draft 1 ";
/** Milliseconds after the last change at which a draft is written. */
const WRITE_AFTER_MS = 250;

/** What a person has typed and not yet sent. It survives a refresh, an expired session and a closed tab. */
export interface Draft<Value> {
  readonly value: Signal<Value>;
  /** Whether the draft was found in the store when the page opened, so that the page may say so. */
  readonly isFound: boolean;
  /** Forgets the draft, when it was sent or the person starts again. */
  clear(): void;
}

/**
 * Hook. Returns the person's draft of a title, or `initial` where there is none. `read` checks a stored draft and
 * returns null for one that no longer fits. Secrets must not be in a draft. Without storage the draft lives as long as
 * the page.
 */
export function useDraft<Value>(
  title: string,
  initial: Value,
  read: (stored: unknown) => Value | null,
): Draft<Value> {
  const name = `${currentPerson()} ${title}`;
  const draft = useMemo(() => openDraft(name, initial, read), [name]);
  useEffect(() => keepDraft(name, initial, draft.value), [draft]);
  return draft;
}

function openDraft<Value>(name: string, initial: Value, read: (stored: unknown) => Value | null): Draft<Value> {
  const found = readDraft(name, read);
  const value = signal(found ?? initial);
  return {
    value,
    isFound: found !== null,
    clear() {
      value.value = initial;
      removeDraft(name);
    },
  };
}

/** Writes each change of a draft after a moment, and what is left to write when the page goes. */
function keepDraft<Value>(name: string, initial: Value, value: Signal<Value>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unwritten: Value | null = null;
  const write = (): void => {
    clearTimeout(timer);
    if (unwritten !== null) writeDraft(name, unwritten);
    unwritten = null;
  };
  const end = value.subscribe((next) => {
    clearTimeout(timer);
    unwritten = next === initial ? null : next;
    if (unwritten !== null) timer = setTimeout(write, WRITE_AFTER_MS);
  });
  addEventListener("pagehide", write);
  return () => {
    end();
    write();
    removeEventListener("pagehide", write);
  };
}

function readDraft<Value>(name: string, read: (stored: unknown) => Value | null): Value | null {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? null : read(JSON.parse(text));
  } catch {
    // The browser allows no storage, or a program has spoilt the text: the person starts with an empty form.
    return null;
  }
}

function writeDraft(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // The browser allows no storage, or it is full: the draft lives as long as the page.
  }
}

function removeDraft(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // The browser allows no storage, so there is no draft in it.
  }
}

/** Forgets every draft, when a person signs out: the next one at this browser must not find them. */
export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
  } catch {
    // The browser allows no storage, so there is no draft in it.
  }
}
