import type { Doubt } from "../domain/doubt.ts";
import type { Fault } from "../domain/errors.ts";

/**
 * Returns the faults that refuse a request for its doubts: one for each doubt of severity `wrong` if the request says
 * `"doubts": "refuse"`, else none. A fault stands at the pointer in the doubt's evidence, or at `place` without one.
 */
export function refusedDoubts(doubts: readonly Doubt[], policy: string, place = ""): readonly Fault[] {
  if (policy !== "refuse") return [];
  return doubts.filter(({ severity }) => severity === "wrong").map(({ detail, evidence: { pointer } }) => ({
    pointer: typeof pointer === "string" ? pointer : place,
    detail,
  }));
}
