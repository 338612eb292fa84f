import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import {
  parsedDraft,
  readOwnDraft,
  readSent,
  removeAllDrafts,
  removeDraft,
  removeOwnDraft,
  removeOwnDrafts,
  storedName,
  storedText,
  writeDraft,
  writeOwnDraft,
  writeSent,
} from "./draft_store.ts";
import { currentPerson, sessionState } from "./session/session.ts";

/** Beginning of what stands in place of what was made of a draft, for one that was never sent. */
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
   * Id of what another tab has made of this draft while this tab shows it; null while none has. From then on this tab
   * keeps the draft for itself, also after a refresh, so that nobody is left before an empty form without a word. It is
   * null again once the draft changes.
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

/** A draft, and what keeping it needs to know. */
export interface OpenedDraft<Value> extends Draft<Value> {
  /** The draft as it was found in the store, or the initial one. */
  readonly opened: Value;
  /** Text of the draft that all tabs share when this one was opened; null without one. */
  readonly openedText: string | null;
  readonly sentElsewhere: Signal<string | null>;
  /**
   * A text of its own while this tab keeps the draft for itself, because another tab has sent the one that both showed;
   * null while it is the draft of all tabs.
   */
  readonly own: Signal<string | null>;
}

/** Returns the draft of a name as the browser has stored it for this tab or for all, or `initial`. */
export function openDraft<Value>(
  name: string,
  initial: Value,
  read: (stored: unknown) => Value | null,
): OpenedDraft<Value> {
  const kept = readOwnDraft(name, read), openedText = storedText(name);
  const found = kept === null ? parsedDraft(openedText, read) : kept.value;
  const value = signal(found ?? initial), own = signal(kept?.mark ?? null);
  const sentElsewhere = signal(kept?.sentElsewhere ?? null);
  let known = readSent(name);
  return {
    value,
    sentElsewhere,
    own,
    opened: value.value,
    openedText,
    isFound: found !== null,
    clear(made) {
      // Written before the draft is removed: another tab that sees it removed then finds out why.
      if (made !== undefined && own.value === null) writeSent(name, known = made);
      value.value = initial;
      removeShown(name, own.value);
      own.value = null;
    },
    lookWhetherSent() {
      const made = readSent(name);
      if (own.value !== null || made === null || made === known) return;
      known = made;
      if (made.startsWith(UNSENT)) return;
      const mark = crypto.randomUUID();
      sentElsewhere.value = made;
      own.value = mark;
      writeOwnDraft(name, { value: value.value, mark, sentElsewhere: made });
    },
    mark() {
      if (own.value !== null) return own.value;
      known ??= readSent(name);
      if (known === null) writeSent(name, known = `${UNSENT}${crypto.randomUUID()}`);
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
  { initial, read, draft: { opened, openedText, value, sentElsewhere, own, lookWhetherSent } }: {
    readonly initial: Value;
    readonly read: (stored: unknown) => Value | null;
    readonly draft: OpenedDraft<Value>;
  },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unwritten: Value | null = null;
  let stored = opened, text = openedText;
  const write = (): void => {
    clearTimeout(timer);
    // After a sign-out, what was typed last must not come back.
    if (unwritten !== null && name.startsWith(`${currentPerson()} `)) store(unwritten);
    stored = unwritten ?? stored;
    unwritten = null;
  };
  const store = (next: Value): void => {
    if (own.value === null) text = writeDraft(name, next);
    else writeOwnDraft(name, { value: next, mark: own.value, sentElsewhere: sentElsewhere.value });
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
    removeShown(name, own.value);
  });
  // Another tab has changed the same draft: this one shows it, so that neither writes over what the other has.
  const follow = (): void => {
    // Not the event's own value: where both have written at once, each would show what the other had.
    const now = storedText(name);
    if (now === null) lookWhetherSent();
    // Word of an older change may come late, and what is being typed here is newer than any.
    const isMine = now !== null && (now === text || unwritten !== null);
    if (own.value !== null || isMine) return;
    const theirs = now === null ? initial : parsedDraft(now, read);
    if (theirs === null) return;
    [stored, text] = [theirs, now];
    value.value = theirs;
  };
  const hear = ({ key }: StorageEvent): void => {
    if (key === storedName(name)) follow();
  };
  addEventListener("pagehide", write);
  addEventListener("storage", hear);
  // What another tab has changed since the draft was opened here was told to nobody.
  if (storedText(name) !== text) follow();
  return () => {
    end();
    write();
    removeEventListener("pagehide", write);
    removeEventListener("storage", hear);
  };
}

/** Forgets the draft that a tab shows: its own one, or that of all tabs. */
function removeShown(name: string, own: string | null): void {
  if (own === null) removeDraft(name);
  else removeOwnDraft(name);
}

/**
 * Forgets every draft, when a person signs out: the next one at this browser must not find them. The promise resolves
 * when their files are gone, or cannot go while another tab reads one.
 */
export async function forgetDrafts(): Promise<void> {
  removeAllDrafts();
  try {
    await new Promise<void>((resolve) => {
      const deleting = indexedDB.deleteDatabase(FILES_OF_DRAFTS);
      for (const type of ["success", "error", "blocked"]) deleting.addEventListener(type, () => resolve());
    });
  } catch {
    // The browser allows no storage, so there is no file in it.
  }
}

// Another tab cannot reach what this one keeps for itself when the person leaves.
effect(() => {
  if (sessionState.value === "left") removeOwnDrafts();
});
