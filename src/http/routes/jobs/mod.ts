import { downloadArtifact } from "./download_artifact.ts";
import { listActive } from "./list_active.ts";
import { listHistory } from "./list_history.ts";

/** Runs, simulations and backtests. */
export const jobEndpoints = [downloadArtifact, listActive, listHistory];
