import { z } from "zod";
import type { Conflict } from "../domain/errors.ts";
import { type JsonDocument, jsonDocument } from "./document.ts";

const relaxation = z.array(z.object({
  family: z.string(),
  rule: z.string().nullable(),
  limit: z.enum(["min", "max"]),
  from: z.number(),
  to: z.number().nullable(),
})).default([]);

const schema = z.object({
  rules: z.array(z.object({ family: z.string(), rule: z.string().nullable(), detail: z.string() })),
  minimum: z.boolean(),
  relaxation,
  jointRelaxation: relaxation,
});

/**
 * Definition of the stored document with the conflicting rules of a failed run. It is used if they are too many for the
 * job record of the run.
 */
export const runConflict: JsonDocument<typeof schema> = jsonDocument({
  kind: "optimization",
  name: "conflict.json",
  hidden: true,
  schema,
});

/**
 * Largest number of characters of a rule conflict in the record of a job. The record holds at most 64 KiB, and every
 * list of jobs reads it.
 */
const CHARACTERS_IN_RECORD_AT_MOST = 8_192;

/** Whether a rule conflict is too large for the job record of its run. */
export function isForDocument(conflict: Conflict): boolean {
  return JSON.stringify(conflict).length > CHARACTERS_IN_RECORD_AT_MOST;
}
