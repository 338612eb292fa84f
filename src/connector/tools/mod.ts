import type { Tool } from "../tool.ts";
import { methods } from "./methods.ts";
import { submitRun } from "./submit_run.ts";

/** List of the tools of the connector, in the order in which clients see them. */
export const TOOLS: readonly Tool[] = [methods, submitRun];
