import { DomainError } from "../domain/errors.ts";

/**
 * Refusal of a connector's request that a person sees as a page, with the address by which they may bring the error to
 * the connector. The browser does not go there by itself: anybody can register an address, so the service would lead
 * whoever follows a link of its own to any site (RFC 9700, 4.11.2).
 */
export class AuthorizationRefused extends DomainError {
  /** Redirect address of the connector, with the error in its query. */
  readonly answer: string;

  constructor(detail: string, answer: string) {
    super("invalid_request", detail);
    this.name = "AuthorizationRefused";
    this.answer = answer;
  }
}
