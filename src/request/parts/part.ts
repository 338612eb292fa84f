import type { z } from "zod";
import type { FaultList } from "../../faults/fault_list.ts";

/** Type of the fields of a request body, by name. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Definition of a group of request fields that belong together: their schema, their checks and their stored form. The
 * schema defines the fields once, and the parsed request keeps their names and types. Request bodies are composed of
 * such parts: a run of all of them, a backtest and a simulation of one each.
 */
export interface Part<Sent, Around, Value> {
  /**
   * Schema of the fields of this part of a request, with their own error sentences. Lists of methods and estimators are
   * accepted unchecked here; the part's reader checks them.
   */
  readonly schema: z.ZodObject;
  /**
   * Reports every fault that involves several fields of this part, or the rest of the run. Absent if the schema checks
   * everything.
   */
  rules?(sent: Sent, around: Around, faults: FaultList): void;
  /**
   * Returns the fields of this part of a request with every default filled in. Reading them again gives the same value.
   * Absent if they are stored as they were sent.
   */
  config?(value: Value): Fields;
}
