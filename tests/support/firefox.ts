import { firstFile } from "./first_file.ts";

/** Path of the installed Firefox that tests use; undefined if none is installed. */
export const FIREFOX = firstFile(["/usr/bin/firefox-esr", "/usr/bin/firefox"]);
