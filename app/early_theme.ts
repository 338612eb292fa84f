// A script of its own before the style sheet, so that a page never shows the colours of the other theme for a moment.
import { showTheme, storedTheme } from "./stored_theme.ts";

showTheme(storedTheme());
