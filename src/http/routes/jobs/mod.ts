import { cancelJob } from "./cancel_job.ts";
import { deleteJob } from "./delete_job.ts";
import { downloadArtifact } from "./download_artifact.ts";
import { followJob } from "./follow_job.ts";
import { getConfig } from "./get_config.ts";
import { getJob } from "./get_job.ts";
import { getReportStatus } from "./get_report_status.ts";
import { getResult } from "./get_result.ts";
import { getRollingBacktest } from "./get_rolling_backtest.ts";
import { listActive } from "./list_active.ts";
import { listArtifacts } from "./list_artifacts.ts";
import { listHistory } from "./list_history.ts";
import { renameJob } from "./rename_job.ts";
import { requestReport } from "./request_report.ts";
import { submitJob } from "./submit_job.ts";

/** List of the endpoints for jobs: runs, simulations and backtests. */
export const jobEndpoints = [
  cancelJob,
  deleteJob,
  downloadArtifact,
  followJob,
  getConfig,
  getJob,
  getReportStatus,
  getResult,
  getRollingBacktest,
  listActive,
  listArtifacts,
  listHistory,
  renameJob,
  requestReport,
  submitJob,
];
