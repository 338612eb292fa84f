import type { Retention, RetentionDays } from "../domain/retention.ts";
import { endingRunsMail } from "./templates.ts";

/** Returns how long runs are kept by the settings, and the notices about it where the service sends mails. */
export function retentionOf(
  { retentionDays, sendsMail, publicUrl }: {
    readonly retentionDays: RetentionDays;
    readonly sendsMail: boolean;
    readonly publicUrl: string;
  },
): Retention {
  return { days: retentionDays, notice: sendsMail ? (ending) => endingRunsMail({ publicUrl, ...ending }) : null };
}
