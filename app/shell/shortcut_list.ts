import { addressOf, SHOWN_PAGES } from "../pages.ts";

/** A keyboard shortcut of the console: one key, or `g` and then another one. */
export interface Shortcut {
  /** The keys, pressed one after the other. */
  readonly keys: readonly [key: string] | readonly [first: "g", then: string];
  readonly title: string;
  readonly does: ShortcutAction;
}

export type ShortcutAction =
  | { readonly kind: "open"; readonly path: string }
  | { readonly kind: "search" }
  | { readonly kind: "help" };

/**
 * List of all keyboard shortcuts. They are plain letters, so that they take no key from the browser: `/` searches the
 * page in Firefox, and keys with Ctrl, Alt or Meta belong to browsers and screen readers. A screen reader that walks
 * through the text keeps letters to itself, and the person may turn all of them off.
 */
export const SHORTCUTS: readonly Shortcut[] = [
  ...SHOWN_PAGES.flatMap((page): Shortcut[] =>
    page.shortcut === undefined ? [] : [{
      keys: ["g", page.shortcut],
      title: page.title,
      does: { kind: "open", path: addressOf(page) },
    }]
  ),
  { keys: ["s"], title: "Search on this page", does: { kind: "search" } },
  { keys: ["?"], title: "These shortcuts", does: { kind: "help" } },
];

/** Milliseconds within which the second key must follow the first. */
const SECOND_WITHIN_MS = 1_500;

/** The part of a press of a key that decides on shortcuts. */
export interface Press {
  readonly key: string;
  /** Time of the press in milliseconds. */
  readonly atMs: number;
}

/** Returns the shortcut that a press completes, after the press before it; null where it completes none. */
export function shortcutOf(press: Press, before: Press | null): Shortcut | null {
  const isSecond = before !== null && before.key === "g" && press.atMs - before.atMs < SECOND_WITHIN_MS;
  return SHORTCUTS.find(({ keys: [first, then] }) =>
    then === undefined ? !isSecond && first === press.key : isSecond && then === press.key
  ) ?? null;
}

/** Types of inputs into which nothing is typed by letters. */
const WITHOUT_LETTERS = ["checkbox", "radio", "button", "submit", "reset", "file", "range", "color", "image"];

/** What is focused when a key is pressed, as far as it decides on shortcuts. */
export interface Focused {
  readonly tag: string;
  /** Type of an input. */
  readonly type: string | null;
  readonly role: string | null;
  readonly isEditable: boolean;
}

/** Whether letters go into what is focused: a field, a list that is searched by letters, or a text that is edited. */
export function takesLetters({ tag, type, role, isEditable }: Focused): boolean {
  if (isEditable || tag === "textarea" || tag === "select") return true;
  if (tag === "input") return !WITHOUT_LETTERS.includes(type ?? "text");
  return ["textbox", "searchbox", "combobox", "listbox", "spinbutton", "application"].includes(role ?? "");
}
