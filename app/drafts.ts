import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { currentPerson } from "./session/session.ts";

/** Beginning of the names under which drafts are stored, so that a change of their form leaves old ones alone. */
const PREFIX = "draft 1 ";
/** Beginning of the names under which stands what was made of a draft the last time that it was sent. */
const SENT = `${PREFIX}sent as `;
/** Beginning of what stands there for a draft that was never sent. */
const UNSENT = "unsent ";
/** Name of the browser's database in which drafts keep files, which are too large for the text of a draft. */
export const FILES_OF_DRAFTS = "files of drafts";
/** Milliseconds after the last change at which a draft is written. */
const WRITE_AFTER_MS = 250;

/** What a person has typed and not yet sent. It survives a refresh, an expired session and a closed tab. */
export interface Draft<Value> {
  readonly value: Signal<Value>;
  /** Whether the draft was found in the store when the page opened, so that the page may say so. */
  readonly isFound: boolean;
  /**
   * Id of what another tab has made of this draft while this tab shows it; null while none has. The draft stays here
   * as it is, so that nobody is left before an empty form without a word. It is null again once the draft changes.
   */
  readonly sentElsewhere: ReadonlySignal<string | null>;
  /**
   * Forgets the draft, when it was sent or the person starts again. With the id of what was made of it, other tabs
   * that show it keep it and have that id.
   */
  clear(made?: string): void;
  /** Looks in the store whether another tab has sent the draft: the browser may tell of it only later. */
  lookWhetherSent(): void;
  /**
   * Returns a text that is the same in all tabs that show this draft, until one of them sends it: what two tabs send
   * with it is the same attempt. It must be asked for as soon as the draft is shown.
   */
  mark(): string;
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
  useEffect(() => keepDraft(name, { initial, read, draft }), [draft]);
  return draft;
}

/** Whether this browser allows the storage that drafts are kept in. */
export function canKeepDrafts(): boolean {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}

/** A draft, and what keeping it needs to know. */
export interface OpenedDraft<Value> extends Draft<Value> {
  /** The draft as it was found in the store, or the initial one. */
  readonly opened: Value;
  readonly sentElsewhere: Signal<string | null>;
}

/** Returns the draft of a name as the browser has stored it, or `initial`. */
export function openDraft<Value>(
  name: string,
  initial: Value,
  read: (stored: unknown) => Value | null,
): OpenedDraft<Value> {
  const found = readDraft(name, read);
  const value = signal(found ?? initial), sentElsewhere = signal<string | null>(null);
  let known = textAt(SENT + name);
  return {
    value,
    sentElsewhere,
    opened: value.value,
    isFound: found !== null,
    clear(made) {
      // Written before the draft is removed: another tab that sees it removed then finds out why.
      if (made !== undefined) writeText(SENT + name, known = made);
      value.value = initial;
      removeDraft(name);
    },
    lookWhetherSent() {
      const made = textAt(SENT + name);
      if (made === null || made === known) return;
      known = made;
      if (!made.startsWith(UNSENT)) sentElsewhere.value = made;
    },
    mark() {
      known ??= textAt(SENT + name);
      if (known === null) writeText(SENT + name, known = `${UNSENT}${crypto.randomUUID()}`);
      return known;
    },
  };
}

/**
 * Writes each change of a draft after a moment, and what is left to write when the page goes. Returns what to call when
 * nothing shows the draft any more.
 */
export function keepDraft<Value>(
  name: string,
  { initial, read, draft: { opened, value, sentElsewhere, lookWhetherSent } }: {
    readonly initial: Value;
    readonly read: (stored: unknown) => Value | null;
    readonly draft: OpenedDraft<Value>;
  },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unwritten: Value | null = null;
  let stored = opened;
  const write = (): void => {
    clearTimeout(timer);
    // After a sign-out, what was typed last must not come back.
    if (unwritten !== null && name.startsWith(`${currentPerson()} `)) writeDraft(name, unwritten);
    stored = unwritten ?? stored;
    unwritten = null;
  };
  const end = value.subscribe((next) => {
    clearTimeout(timer);
    unwritten = null;
    if (next === stored) return;
    sentElsewhere.value = null;
    if (next !== initial) {
      unwritten = next;
      timer = setTimeout(write, WRITE_AFTER_MS);
      return;
    }
    // Who has begun again must not find at the next refresh what they have thrown away.
    stored = initial;
    removeDraft(name);
  });
  // Another tab has changed the same draft: this one shows it, so that neither writes over what the other has.
  const follow = ({ key }: StorageEvent): void => {
    if (key !== PREFIX + name) return;
    // Not the event's own value: where both have written at once, each would show what the other had.
    const isThere = isStored(name);
    if (!isThere) lookWhetherSent();
    if (!isThere && sentElsewhere.value !== null) return;
    const theirs = isThere ? readDraft(name, read) : initial;
    if (theirs === null) return;
    sentElsewhere.value = null;
    stored = theirs;
    value.value = theirs;
  };
  addEventListener("pagehide", write);
  addEventListener("storage", follow);
  return () => {
    end();
    write();
    removeEventListener("pagehide", write);
    removeEventListener("storage", follow);
  };
}

function parsedDraft<Value>(text: string, read: (stored: unknown) => Value | null): Value | null {
  try {
    return read(JSON.parse(text));
  } catch {
    // Another version of the page has written it in another form.
    return null;
  }
}

function readDraft<Value>(name: string, read: (stored: unknown) => Value | null): Value | null {
  const text = textAt(PREFIX + name);
  return text === null ? null : parsedDraft(text, read);
}

function isStored(name: string): boolean {
  return textAt(PREFIX + name) !== null;
}

function textAt(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    // The browser allows no storage.
    return null;
  }
}

function writeDraft(name: string, value: unknown): void {
  writeText(PREFIX + name, JSON.stringify(value));
}

function writeText(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
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

/**
 * Forgets every draft, when a person signs out: the next one at this browser must not find them. The promise resolves
 * when their files are gone, or cannot go while another tab reads one.
 */
export async function forgetDrafts(): Promise<void> {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
    await new Promise<void>((resolve) => {
      const deleting = indexedDB.deleteDatabase(FILES_OF_DRAFTS);
      for (const type of ["success", "error", "blocked"]) deleting.addEventListener(type, () => resolve());
    });
  } catch {
    // The browser allows no storage, so there is no draft in it.
  }
}
