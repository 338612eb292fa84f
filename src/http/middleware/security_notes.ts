import type { Dependencies } from "../../dependencies.ts";
import { DomainError, type ErrorCode } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/identifier.ts";
import type { Contract } from "../contract.ts";
import { isRefusal } from "../problem.ts";
import type { Principal } from "../principal.ts";

/** Whom a request turned out to be about. */
export interface Concerned {
  accountId: AccountId | null;
  credentialId: string | null;
}

/** Whom a credential speaks for. */
export function concernedBy(principal: Principal): Concerned {
  const { id } = principal.kind === "session" ? principal.session : principal.key;
  return { accountId: principal.account.id, credentialId: id };
}

/** Refusals that are noted on any route. */
const OF_ANY_ROUTE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "key_invalid",
  "token_invalid",
  "session_revoked",
  "csrf_failed",
  "missing_scope",
  "jwt_user_required",
]);

/** Refusals that say nothing about who asks, or that come in any number. */
const OF_NO_ROUTE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "validation_failed",
  "malformed_json",
  "unsupported_media_type",
  "body_too_large",
  "not_ready",
  "credentials_missing",
  "token_expired",
]);

export interface RequestOfNote {
  readonly contract: Contract;
  readonly address: string;
  readonly concerned: Concerned;
}

/** Notes a request that succeeded: one that its contract says to note, and the use of an API key. */
export function noteSuccess(
  { contract, address, concerned }: RequestOfNote,
  { securityLog }: Pick<Dependencies, "securityLog">,
): void {
  const isUseOfKey = concerned.credentialId?.startsWith("key_") === true;
  if (contract.securityEvent === "by the handler") return;
  if (contract.securityEvent === undefined && !isUseOfKey) return;
  const isRare = contract.securityEvent === "each";
  securityLog.note({ ...concerned, route: routeOf(contract), address, outcome: "succeeded", code: null, isRare });
}

/** Notes that a stranger may have asked for something of an account; null where there is none, as nobody is told. */
export function noteAsked(
  accountId: AccountId | null,
  { contract, address }: Pick<RequestOfNote, "contract" | "address">,
  { securityLog }: Pick<Dependencies, "securityLog">,
): void {
  const event = { route: routeOf(contract), address, outcome: "asked", code: null, credentialId: null } as const;
  securityLog.note({ accountId, ...event, isRare: true });
}

/** Notes a request that was refused for who asked. */
export function noteRefusal(
  error: unknown,
  { contract, address, concerned }: RequestOfNote,
  { securityLog }: Pick<Dependencies, "securityLog">,
): void {
  if (!(error instanceof DomainError) || !isRefusal(error)) return;
  const { code } = error;
  const isNoted = contract.securityEvent === undefined ? OF_ANY_ROUTE.has(code) : !OF_NO_ROUTE.has(code);
  if (!isNoted) return;
  // Refused by a limit is whoever goes on: that it was so is noted, not how often.
  const isRare = contract.securityEvent === "each" && code !== "rate_limited";
  securityLog.note({ ...concerned, route: routeOf(contract), address, outcome: "refused", code, isRare });
}

function routeOf({ method, path }: Contract): string {
  return `${method} ${path}`;
}
