import type { z } from "zod";
import type { FaultList } from "./fault_list.ts";
import { faultsOfIssues } from "./schema_faults.ts";

/** Parses a value with a schema. Returns null if the value does not fit, and adds every fault to the list. */
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
