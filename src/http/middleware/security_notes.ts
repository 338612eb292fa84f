import type { Dependencies } from "../../dependencies.ts";
import { DomainError, type ErrorCode } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/identifier.ts";
import type { Contract } from "../contract.ts";
import { isRefusal } from "../problem.ts";
import type { Principal } from "../principal.ts";

/** Type of the account and credential that a request is about, as far as they are known. */
export interface Concerned {
  accountId: AccountId | null;
  credentialId: string | null;
}

/** Returns the account id of an authenticated caller, with the id of its session, API key or grant. */
export function concernedBy(principal: Principal): Concerned {
  return { accountId: principal.account.id, credentialId: credentialIdOf(principal) };
}

function credentialIdOf(principal: Principal): string {
  if (principal.kind === "session") return principal.session.id;
  return principal.kind === "key" ? principal.key.id : principal.access.grantId;
}

/** Error codes whose refusals are noted in the security log on every endpoint. */
const OF_ANY_ROUTE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "key_invalid",
  "token_invalid",
  "session_revoked",
  "csrf_failed",
  "missing_scope",
  "jwt_user_required",
]);

/**
 * Error codes whose refusals are never noted in the security log: they say nothing about the caller, or occur too
 * often.
 */
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

/** Notes a successful request in the security log if its contract asks for it or an API key was used. */
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

/**
 * Notes in the security log that an unauthenticated caller asked for something of an account. `accountId` is null if no
 * account exists, a fact that the answer never reveals.
 */
export function noteAsked(
  accountId: AccountId | null,
  { contract, address }: Pick<RequestOfNote, "contract" | "address">,
  { securityLog }: Pick<Dependencies, "securityLog">,
): void {
  const event = { route: routeOf(contract), address, outcome: "asked", code: null, credentialId: null } as const;
  securityLog.note({ accountId, ...event, isRare: true });
}

/**
 * Notes a refusal in the security log if the reason lies with the caller's credential or permission, or if the contract
 * asks for it.
 */
export function noteRefusal(
  error: unknown,
  { contract, address, concerned }: RequestOfNote,
  { securityLog }: Pick<Dependencies, "securityLog">,
): void {
  if (!(error instanceof DomainError) || !isRefusal(error)) return;
  const { code } = error;
  const isNoted = contract.securityEvent === undefined ? OF_ANY_ROUTE.has(code) : !OF_NO_ROUTE.has(code);
  if (!isNoted) return;
  // Refusals of one caller over a rate limit are noted only once an hour, because such a caller usually goes on: the
  // log need not tell how often.
  const isRare = contract.securityEvent === "each" && code !== "rate_limited";
  securityLog.note({ ...concerned, route: routeOf(contract), address, outcome: "refused", code, isRare });
}

function routeOf({ method, path }: Contract): string {
  return `${method} ${path}`;
}
