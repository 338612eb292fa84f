/** Colours of the page: those that the system asks for, or those that the person chose. */
export type Theme = "system" | "light" | "dark";

const NAME = "theme";

/** Returns the theme that the person chose at this browser; `system` without a choice or without storage. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(NAME);
    return stored === "light" || stored === "dark" ? stored : "system";
  } catch {
    // The browser allows no storage.
    return "system";
  }
}

/** Keeps the choice of a theme at this browser, where it allows storage. */
export function storeTheme(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, theme);
  } catch {
    // The browser allows no storage: the choice lives as long as the page.
  }
}

/** Shows a theme. The style sheet reads it from the attribute `data-theme` of the document. */
export function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
