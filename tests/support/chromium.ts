import { firstFile } from "./first_file.ts";

/** Path of the installed Chromium or Chrome browser that tests use; undefined if none is installed. */
export const CHROMIUM = firstFile(["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]);
