import { render } from "preact";
import { lockFilesOfOwnDrafts } from "./file_locks.ts";
import { watchNetwork } from "./session/connection.ts";
import { lookForSession } from "./session/session.ts";
import { Shell } from "./shell/shell.tsx";

const place = document.getElementById("console");
if (place === null) throw new Error("Cannot find the place of the console in the page");
lockFilesOfOwnDrafts();
watchNetwork();
void lookForSession();
place.textContent = "";
render(<Shell />, place);
