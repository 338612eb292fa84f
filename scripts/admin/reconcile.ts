import type { BucketDifference } from "../../src/store/bucket_reconciliation.ts";
import type { Command } from "./command.ts";
import { UsageError } from "./usage_error.ts";

const MARK_ORPHANS = "--mark-orphans";
const READ_ALL = "--read-all";
const TAKE_BUCKET = "--take-bucket";

export const reconcile: Command = {
  name: "reconcile",
  parameters: [],
  options: [MARK_ORPHANS, READ_ALL, TAKE_BUCKET],
  summary: "Compares the store with its bucket, also while the service runs",
  async run(_values, context) {
    if (context.config.artifactBucket === null) {
      throw new UsageError("Cannot compare the store with a bucket: ARTIFACTS_URL is not set");
    }
    const { reconciliation } = await context.store({ takesBucket: context.given.has(TAKE_BUCKET) });
    const marksOrphans = context.given.has(MARK_ORPHANS);
    const counts = { missing: 0, damaged: 0, orphaned: 0, foreign: 0 };
    const found = reconciliation?.differences({ marksOrphans, readsAll: context.given.has(READ_ALL) }) ?? [];
    for await (const difference of found) {
      counts[difference.kind] += difference.objects;
      context.print(lineOf(difference));
    }
    const { missing, damaged, orphaned, foreign } = counts;
    context.print(`${missing} missing, ${damaged} damaged, ${orphaned} orphaned, ${foreign} foreign objects`);
    if (marksOrphans && orphaned > 0) context.print("The service deletes the orphaned objects in an hour");
    if (missing + damaged > 0) throw new Error("The bucket does not hold everything that the store names");
  },
};

function lineOf({ kind, key, record, objects, bytes }: BucketDifference): string {
  return [kind, key, ...record === null ? [] : [record], `${objects} objects`, `${bytes} bytes`].join("  ");
}
