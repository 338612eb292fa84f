import { signal } from "@preact/signals";
import { showTheme, storedTheme, storeTheme, type Theme } from "./stored_theme.ts";

/** Theme that the person chose, kept at this browser. */
export const theme = signal<Theme>(storedTheme());

/** Chooses a theme for this page and, where the browser allows storage, for later ones. */
export function chooseTheme(next: Theme): void {
  theme.value = next;
  showTheme(next);
  storeTheme(next);
}
