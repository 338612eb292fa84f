import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { told } from "../format/told.ts";
import { openDialogs } from "./open_dialogs.ts";

/** A short message on something that was done. */
interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo: (() => void) | null;
}

/** Milliseconds for which a message is shown. */
const SHOWN_MS = 6_000;
/** Milliseconds for which a message is shown that can be taken back, also by who reaches it by keyboard. */
export const UNDO_MS = 12_000;
const toasts = signal<readonly Toast[]>([]);
let made = 0;

/** Says for some seconds that something was done. With `undo` there is a button that takes it back. */
export function toast(text: string, undo: (() => void) | null = null): void {
  const id = ++made;
  toasts.value = [...toasts.value, { id, text, undo }];
  setTimeout(() => remove(id), undo === null ? SHOWN_MS : UNDO_MS);
}

/**
 * The messages that are shown now, at the foot of the page. While a dialog is open they are in it, because a screen
 * reader does not hear what is beside a dialog, and nobody can press its buttons.
 */
export function Toasts({ isInDialog = false }: { readonly isInDialog?: boolean }): JSX.Element {
  const shown = isInDialog || openDialogs.value === 0 ? toasts.value : [];
  return (
    <div class="toasts" role="status">
      {shown.map(({ id, text, undo }) => (
        <div key={id} class="toast">
          <span>{told(text)}</span>
          {undo === null ? null : (
            <button
              type="button"
              onClick={() => {
                remove(id);
                undo();
              }}
            >
              Undo
            </button>
          )}
        </div>
      ))}
    </div>
  );
}

function remove(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}
