import { signal } from "@preact/signals";

/** Whether the dialog that lists the keyboard shortcuts is open. */
export const isShortcutsOpen = signal(false);

/** Opens the dialog that lists the keyboard shortcuts. */
export function openShortcuts(): void {
  isShortcutsOpen.value = true;
}
