import type { JSX } from "preact";
import type { Theme } from "../stored_theme.ts";
import { chooseTheme, theme } from "../theme.ts";

const NEXT: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };
const SIGNS: Readonly<Record<Theme, string>> = { system: "◐", light: "○", dark: "●" };
const NAMES: Readonly<Record<Theme, string>> = { system: "as the system", light: "light", dark: "dark" };

/** A button that goes through the colours of the page: as the system has them, light, dark. */
export function ThemeSwitch(): JSX.Element {
  const name = `Colours: ${NAMES[theme.value]}`;
  return (
    <button
      type="button"
      class="icon"
      aria-label={name}
      title={name}
      onClick={() => chooseTheme(NEXT[theme.value])}
    >
      <span aria-hidden="true">{SIGNS[theme.value]}</span>
    </button>
  );
}
