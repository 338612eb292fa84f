/** What a local run loads only where its request names listed assets or saved maps. */
export { askSources } from "../../src/request/ask_sources.ts";
export { findHistory } from "../../src/jobs/kinds/find_history.ts";
