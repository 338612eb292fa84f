import type { z } from "zod";
import type { FaultList } from "../../faults/fault_list.ts";

/** Fields of a request body, by name. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * A group of fields in a request body that belong together. The schema defines them once, and the parsed request keeps
 * the body's field names and types. Request bodies are composed of parts: a run of all of them, a backtest and a
 * simulation of one each.
 */
export interface Part<Sent, Around, Value> {
  /**
   * Schema of the part's fields, with their own error sentences. Lists of registry entries are accepted unchecked here;
   * the part's reader checks them.
   */
  readonly schema: z.ZodObject;
  /**
   * Reports every fault that involves several fields or the rest of the run. Absent if the schema checks everything.
   */
  rules?(sent: Sent, around: Around, faults: FaultList): void;
  /**
   * Returns the part's fields with every default filled in. Reading them again gives the same value. Absent if they are
   * stored as they were sent.
   */
  config?(value: Value): Fields;
}
