import type { ToolCall } from "./tool.ts";

/**
 * Returns the idempotency key of a submission: the same for the same tool, request and `repeatKey` of one grant, so
 * that a client that calls again after a lost answer gets the same job.
 */
export function submissionKey(
  tool: string,
  { body, repeatKey = "" }: { readonly body: unknown; readonly repeatKey?: string | undefined },
  { digest }: Pick<ToolCall, "digest">,
): string {
  return `connector-${digest(tool, repeatKey, JSON.stringify(body))}`;
}
