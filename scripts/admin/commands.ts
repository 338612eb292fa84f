import { backup } from "./backup.ts";
import type { Command } from "./command.ts";
import { deleteAccount } from "./delete_account.ts";
import { exportAccount } from "./export_account.ts";
import { grant } from "./grant.ts";
import { listJobs } from "./list_jobs.ts";
import { marketData } from "./market_data.ts";
import { reconcile } from "./reconcile.ts";
import { migrateStore } from "./migrate_store.ts";
import { requeue } from "./requeue.ts";
import { restore } from "./restore.ts";
import { rotateKeys } from "./rotate_keys.ts";
import { securityLog } from "./security_log.ts";
import { setPlan } from "./set_plan.ts";
import { verifyEmail } from "./verify_email.ts";

/** Commands of `deno task admin`, in the order in which the usage text shows them. */
export const COMMANDS: readonly Command[] = [
  setPlan,
  verifyEmail,
  listJobs,
  requeue,
  backup,
  restore,
  reconcile,
  migrateStore,
  rotateKeys,
  securityLog,
  exportAccount,
  grant,
  deleteAccount,
  marketData,
];
