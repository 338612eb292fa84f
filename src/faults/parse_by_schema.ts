import type { z } from "zod";
import type { FaultList } from "./fault_list.ts";
import { faultsOfIssues } from "./schema_faults.ts";

/** A value as its schema reads it; null where it does not fit, every fault told. */
export function parseBySchema<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  faults: FaultList,
): z.output<Schema> | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  faults.addAll(faultsOfIssues(parsed.error.issues, { schema, value }));
  return null;
}
