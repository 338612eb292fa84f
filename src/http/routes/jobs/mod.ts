import { downloadArtifact } from "./download_artifact.ts";
import { getJob } from "./get_job.ts";
import { getResult } from "./get_result.ts";
import { listActive } from "./list_active.ts";
import { listHistory } from "./list_history.ts";
import { submitJob } from "./submit_job.ts";

/** Runs, simulations and backtests. */
export const jobEndpoints = [downloadArtifact, getJob, getResult, listActive, listHistory, submitJob];
