import type { AuthorizationRequest } from "../domain/connector_authorization.ts";

/**
 * Returns the redirect address of a connector with the answer to its request in the query, its `state`, and `iss`, by
 * which it sees who answers (RFC 9207).
 */
export function answerAddress(
  { redirectAddress, state }: Pick<AuthorizationRequest, "redirectAddress" | "state">,
  answer: Readonly<Record<string, string>>,
  issuer: string,
): string {
  const added = new URLSearchParams({ ...answer, ...state === null ? {} : { state }, iss: issuer });
  // The address stays letter for letter as the connector wrote it, with its own query (RFC 6749, 3.1.2).
  const separator = !redirectAddress.includes("?") ? "?" : /[?&]$/.test(redirectAddress) ? "" : "&";
  return `${redirectAddress}${separator}${added}`;
}
