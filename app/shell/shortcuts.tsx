import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "../components/dialog.tsx";
import { addressOf, SHOWN_PAGES } from "../pages.ts";
import { sessionState } from "../session/session.ts";

/** Milliseconds within which the letter of a page must follow `g`. */
const LETTER_WITHIN_MS = 1_500;

const MENU = SHOWN_PAGES.filter(({ shortcut }) => shortcut !== undefined);

/** The keyboard shortcuts of every page, and the dialog that lists them, which `?` opens. */
export function Shortcuts(): JSX.Element {
  const isOpen = useSignal(false);
  const { route } = useLocation();
  const wentAt = useRef(-Infinity);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isFree(event)) return;
      if (event.key === "?") isOpen.value = true;
      else if (event.key === "/") focusSearch(event);
      else if (event.key === "g") wentAt.current = event.timeStamp;
      else if (event.timeStamp - wentAt.current < LETTER_WITHIN_MS && sessionState.value === "signed in") {
        const page = MENU.find(({ shortcut }) => shortcut === event.key);
        wentAt.current = -Infinity;
        if (page !== undefined) route(addressOf(page));
      }
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen.value} onClose={() => isOpen.value = false}>
      <dl class="keys">
        {MENU.map(({ path, title, shortcut }) => (
          <div key={path}>
            <dt>
              <kbd>g</kbd> <kbd>{shortcut}</kbd>
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>/</kbd>
          </dt>
          <dd>Search on this page</dd>
        </div>
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>These shortcuts</dd>
        </div>
        <div>
          <dt>
            <kbd>Esc</kbd>
          </dt>
          <dd>Close what is open</dd>
        </div>
      </dl>
    </Dialog>
  );
}

/** Whether a key is free for a shortcut: it is not typed into a field, nor pressed with another one. */
function isFree({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || document.querySelector("dialog[open]") !== null) return false;
  return !(target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null);
}

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLElement>("main input[type=search]");
  if (search === null) return;
  event.preventDefault();
  search.focus();
}
