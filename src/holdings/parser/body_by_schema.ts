import type { z } from "zod";
import { FaultList } from "../../faults/fault_list.ts";
import { readJsonText } from "../../faults/json_text.ts";
import { parseBySchema } from "../../faults/parse_by_schema.ts";
import { importBody } from "../import_body.ts";

/**
 * Validates a request body by the schema for importing holdings. Throws `malformed_json`, or `validation_failed` with
 * every fault.
 */
export function bodyBySchema(bytes: Uint8Array): z.output<typeof importBody> {
  const faults = new FaultList();
  const body = parseBySchema(importBody, readJsonText(bytes), faults);
  if (body === null) throw faults.refusal();
  return body;
}
