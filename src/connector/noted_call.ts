import { DomainError } from "../domain/errors.ts";
import type { ConnectorParts, ToolOutcome } from "./connector_parts.ts";

/** Carries out a call that is no call of a tool, and notes how it ended. Throws what it throws. */
export async function notedCall<Result>(
  onCall: ConnectorParts["onCall"],
  { tool, runId }: Pick<ToolOutcome, "tool" | "runId">,
  carryOut: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await carryOut();
    onCall({ tool, runId, refusal: null });
    return result;
  } catch (error) {
    onCall({ tool, runId, refusal: error instanceof DomainError ? error.code : "internal" });
    throw error;
  }
}
