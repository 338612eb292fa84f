import { firstFile } from "./first_file.ts";

/** The browser of tests; undefined where none is installed. */
export const CHROMIUM = firstFile(["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]);
