import { createHmac } from "node:crypto";
import { newSecret, type RandomBytes } from "../accounts/secrets.ts";

/** Prefixes by which the codes and tokens of connectors are told from other credentials. */
const PREFIXES = { code: "poc", access: "poa", refresh: "por" } as const;
export type ConnectorTokenKind = keyof typeof PREFIXES;

const FORM = /^(poc|poa|por)_[A-Za-z0-9_-]{43}$/;

/** Makes a new code or token of 256 random bits, such as `poa_…`. */
export function newConnectorToken(kind: ConnectorTokenKind, randomBytes: RandomBytes): string {
  return `${PREFIXES[kind]}_${newSecret(randomBytes)}`;
}

/** Whether a text has the form of a code or token of this kind. */
export function isConnectorToken(kind: ConnectorTokenKind, text: string): boolean {
  return FORM.exec(text)?.[1] === PREFIXES[kind];
}

/**
 * Returns the refresh token that follows a presented one. The store keeps the random `nonce` and the client the token,
 * and only both together make the next one: so a repeated request gets the same token without any token being stored.
 */
export function nextRefreshToken(presented: string, nonce: string): string {
  return `${PREFIXES.refresh}_${createHmac("sha256", presented).update(nonce).digest("base64url")}`;
}
