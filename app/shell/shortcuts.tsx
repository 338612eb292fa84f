import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useLocation } from "preact-iso/router";
import { useEffect, useRef } from "preact/hooks";
import { CheckField } from "../components/check_field.tsx";
import { Dialog } from "../components/dialog.tsx";
import { sessionState } from "../session/session.ts";
import { type Press, shortcutOf, SHORTCUTS, takesLetters } from "./shortcut_list.ts";
import { isShortcutsOpen, openShortcuts } from "./shortcuts_dialog.ts";

const NAME = "keyboard shortcuts";
/** Whether the shortcuts are on. The person may turn them off at this browser, for example for speech input. */
const isOn = signal(storedIsOn());
effect(() => storeIsOn(isOn.value));

/** The keyboard shortcuts of every page, and the dialog that lists them, which `?` opens. */
export function Shortcuts(): JSX.Element {
  const { route } = useLocation();
  const before = useRef<Press | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isOn.value || !isFree(event)) return;
      const press = { key: event.key, atMs: event.timeStamp };
      const shortcut = shortcutOf(press, before.current);
      before.current = shortcut === null ? press : null;
      if (shortcut === null) return;
      if (shortcut.does.kind === "help") openShortcuts();
      else if (shortcut.does.kind === "search") focusSearch(event);
      else if (sessionState.value === "signed in") route(shortcut.does.path);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <Dialog
      title="Keyboard shortcuts"
      isOpen={isShortcutsOpen.value}
      onClose={() => isShortcutsOpen.value = false}
    >
      <dl class="keys">
        {SHORTCUTS.map(({ keys, title }) => (
          <div key={title}>
            <dt>
              {keys.map((key) => <kbd key={key}>{key}</kbd>)}
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Esc</kbd>
          </dt>
          <dd>Close what is open</dd>
        </div>
      </dl>
      <CheckField
        label="Shortcuts are on"
        hint="Turn them off where you speak or dictate to this page. They never work while you type."
        value={isOn}
      />
    </Dialog>
  );
}

/** Whether a key is free for a shortcut: it is not typed into a field, nor held down, nor pressed with another one. */
function isFree({ target, ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented) return false;
  if (document.querySelector("dialog[open]") !== null) return false;
  if (!(target instanceof HTMLElement)) return true;
  const type = target instanceof HTMLInputElement ? target.type : null;
  const { isContentEditable: isEditable } = target;
  return !takesLetters({ tag: target.localName, type, role: target.getAttribute("role"), isEditable });
}

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLElement>("main input[type=search]");
  if (search === null) return;
  event.preventDefault();
  search.focus();
}

function storedIsOn(): boolean {
  try {
    return localStorage.getItem(NAME) !== "off";
  } catch {
    // The browser allows no storage.
    return true;
  }
}

function storeIsOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, "off");
  } catch {
    // The browser allows no storage: the choice lives as long as the page.
  }
}
