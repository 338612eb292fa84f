import type { z } from "zod";
import type { FaultList } from "../../faults/fault_list.ts";

/** Fields by the names that a body has for them. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Fields of a body that belong together. They are written once, in the schema: a request holds them in the body's own
 * words, of the types that the schema reads. What is taken from a body is composed of parts: a run of all of them, a
 * backtest and a simulation of one each.
 */
export interface Part<Sent, Around, Value> {
  /**
   * Each field with its own sentences. Lists of variants are held here as they are, to be looked into by the reader of
   * the part.
   */
  readonly schema: z.ZodObject;
  /** Tells every fault across fields, and against what stands around them; absent where the schema says it all. */
  rules?(sent: Sent, around: Around, faults: FaultList): void;
  /**
   * The fields with every default filled in: read again, they make the same value. Absent where they stay as they were
   * sent.
   */
  config?(value: Value): Fields;
}
