import { signal } from "@preact/signals";
import { inStorage } from "./in_storage.ts";

/** Beginning of the names under which drafts are stored, so that a change of their form leaves old ones alone. */
const PREFIX = "draft 1 ";
/** Beginning of the names under which stands what was made of a draft the last time that it was sent. */
const SENT = "sent as ";

/** A draft that one tab keeps for itself, after another tab has sent the draft that both showed. */
export interface OwnDraft<Value> {
  readonly value: Value;
  /** A text that no other draft has. */
  readonly mark: string;
  /** Id of what the other tab has made of it; null once it has changed. */
  readonly sentElsewhere: string | null;
}

/** Returns the name of a draft within the browser's storage, as an event of the storage has it. */
export function storedName(name: string): string {
  return PREFIX + name;
}

/** Whether this browser keeps drafts. It does not where it allows no storage, and while the last one did not fit. */
export const keepsDrafts = signal(inStorage("localStorage", (storage) => storage.length >= 0) ?? false);

/** Returns the text of the draft that all tabs share; null without one. */
export function storedText(name: string): string | null {
  return inStorage("localStorage", (storage) => storage.getItem(PREFIX + name));
}

/** Returns the draft of a stored text; null without one, and for one that `read` does not take. */
export function parsedDraft<Value>(text: string | null, read: (stored: unknown) => Value | null): Value | null {
  if (text === null) return null;
  try {
    return read(JSON.parse(text));
  } catch {
    // Another version of the page has written it in another form.
    return null;
  }
}

/**
 * Stores a draft for all tabs, and returns its text. Where the browser allows no storage, or it is full, the draft
 * lives as long as the page.
 */
export function writeDraft(name: string, value: unknown): string {
  const text = JSON.stringify(value);
  const isKept = inStorage("localStorage", (storage) => {
    storage.setItem(PREFIX + name, text);
    return true;
  });
  keepsDrafts.value = isKept ?? false;
  return text;
}

/** Forgets the draft that all tabs share. */
export function removeDraft(name: string): void {
  inStorage("localStorage", (storage) => storage.removeItem(PREFIX + name));
}

/** Returns what was made of a draft the last time that a tab sent it. */
export function readSent(name: string): string | null {
  return inStorage("localStorage", (storage) => storage.getItem(PREFIX + SENT + name));
}

/** Stores for all tabs what was made of a draft. */
export function writeSent(name: string, made: string): void {
  inStorage("localStorage", (storage) => storage.setItem(PREFIX + SENT + name, made));
}

/** Returns the draft that this tab keeps for itself; null without one. */
export function readOwnDraft<Value>(name: string, read: (stored: unknown) => Value | null): OwnDraft<Value> | null {
  const text = inStorage("sessionStorage", (storage) => storage.getItem(PREFIX + name));
  return parsedDraft(text, (stored) => {
    if (typeof stored !== "object" || stored === null || !("mark" in stored && "value" in stored)) return null;
    const value = read(stored.value);
    if (value === null) return null;
    const made = "sentElsewhere" in stored && typeof stored.sentElsewhere === "string" ? stored.sentElsewhere : null;
    return { value, mark: String(stored.mark), sentElsewhere: made };
  });
}

/** Stores a draft for this tab alone, which finds it again after a refresh. */
export function writeOwnDraft(name: string, own: OwnDraft<unknown>): void {
  inStorage("sessionStorage", (storage) => storage.setItem(PREFIX + name, JSON.stringify(own)));
}

/** Forgets the draft that this tab keeps for itself. */
export function removeOwnDraft(name: string): void {
  inStorage("sessionStorage", (storage) => storage.removeItem(PREFIX + name));
}

/** Whether a text, such as the id of a file, stands in a draft that is stored for all tabs or for this one. */
export function isInDrafts(text: string): boolean {
  return draftsOf("localStorage").concat(ownDraftTexts()).some((draft) => draft.includes(text));
}

/** Returns the texts of the drafts that this tab keeps for itself. */
export function ownDraftTexts(): readonly string[] {
  return draftsOf("sessionStorage");
}

/** Forgets the drafts of this tab alone. */
export function removeOwnDrafts(): void {
  removeAll("sessionStorage");
}

/** Forgets all drafts that the tabs share, and those of this tab. */
export function removeAllDrafts(): void {
  removeAll("localStorage");
  removeOwnDrafts();
}

function removeAll(kind: "localStorage" | "sessionStorage"): void {
  inStorage(kind, (storage) => {
    for (const name of draftNames(storage)) storage.removeItem(name);
  });
}

function draftsOf(kind: "localStorage" | "sessionStorage"): readonly string[] {
  return inStorage(kind, (storage) => draftNames(storage).map((name) => storage.getItem(name) ?? "")) ?? [];
}

function draftNames(storage: Storage): readonly string[] {
  return Object.keys(storage).filter((name) => name.startsWith(PREFIX));
}
