import { DomainError } from "../domain/errors.ts";

/**
 * Throws `not_ready` where the service sends no mails, for operations that end with a link in a mail. An account that
 * nobody can verify would be of no use.
 */
export function requireMail({ sendsMail }: { readonly sendsMail: boolean }): void {
  if (sendsMail) return;
  throw new DomainError(
    "not_ready",
    "Cannot send a mail: this service has no mail server yet; its operator sets MAIL_URL",
  );
}
