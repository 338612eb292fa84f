import { consolePages } from "./console_pages.ts";
import { getConsoleAsset } from "./get_console_asset.ts";

/** List of the endpoints that serve the console. */
export const consoleEndpoints = [...consolePages, getConsoleAsset];
