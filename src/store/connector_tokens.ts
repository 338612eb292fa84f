import type { Account } from "../domain/account.ts";
import {
  type AuthorizationCode,
  CONNECTOR_REFRESH_MS,
  CONNECTOR_TOKEN_SECONDS,
  type ConnectorAccess,
  REFRESH_RETRY_MS,
  TOKEN_FAMILIES_AT_MOST,
  TOKEN_FAMILY_MS,
  USED_CODE_KEPT_MS,
} from "../domain/connector_authorization.ts";
import { commonScopes, type ConnectorScope } from "../domain/connector_scope.ts";
import { DomainError } from "../domain/errors.ts";
import { type AccountId, identifier } from "../domain/identifier.ts";
import { type Instant, SECOND_MS } from "../domain/instant.ts";
import { prolongedClient } from "./connector_clients.ts";
import { writeUseOfGrant } from "./connector_grants.ts";
import type {
  AuthorizationCodeRecord,
  ConnectorGrantRecord,
  ConnectorTokenRecord,
  FamilyPlace,
  TokenFamilyRecord,
} from "./connector_records.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { accountOf, type AccountRecord } from "./records.ts";
import { type Change, put, putUntil, type Reader, remove, transaction } from "./transaction.ts";

/** Type of the exchange of an authorization code for the first tokens of a family. */
export interface CodeExchange {
  /** Throws unless the code may be exchanged by this request. It must have no side effects. */
  readonly check: (code: AuthorizationCode) => void;
  /** SHA-256 digests of the new tokens, as text. */
  readonly accessDigest: string;
  readonly refreshDigest: string;
}

/** Type of the exchange of a refresh token for the next tokens of its family. */
export interface TokenRefresh {
  readonly clientId: string;
  /** Scopes of the new access token; those of the family if null. */
  readonly scopes: readonly ConnectorScope[] | null;
  readonly accessDigest: string;
  /** Random text from which the next refresh token is made, if none was made before. */
  readonly nonce: string;
  /** Returns the digest of the refresh token that follows the presented one, for a random text. */
  readonly digestOfNext: (nonce: string) => string;
}

/** Type of the tokens that were stored: what they allow, and the random text of the refresh token. */
export interface IssuedTokens {
  readonly scopes: readonly ConnectorScope[];
  /** Random text from which the refresh token follows the presented one. */
  readonly nonce: string;
}

/** Error of a code or refresh token that was used a second time, which ended the grant. */
export class TokenReused extends DomainError {
  readonly accountId: AccountId;
  readonly grantId: string;

  constructor({ accountId, grantId }: Pick<FamilyPlace, "accountId" | "grantId">) {
    super("invalid_grant", "This code or token was used before, so the grant has ended: ask the person again");
    this.name = "TokenReused";
    this.accountId = accountId;
    this.grantId = grantId;
  }
}

/** Account and access behind a token of a connector. */
export interface AuthenticatedConnector {
  readonly account: Account;
  readonly access: ConnectorAccess;
}

/** Repository of the codes and tokens of connectors, which are known only by their digests. */
export interface ConnectorTokenRepository {
  /**
   * Exchanges an unused code for the first tokens of a family. Throws `invalid_grant` if the code is unknown or too old
   * or its grant was revoked, the error of `check`, and `TokenReused` if the code was used before.
   */
  exchange(digest: string, exchange: CodeExchange): Promise<readonly ConnectorScope[]>;
  /**
   * Exchanges the current refresh token of a family for the next one, or repeats the last exchange within
   * `REFRESH_RETRY_MS`. Throws `invalid_grant` if the token is unknown, expired or another client's or its grant was
   * revoked, `invalid_scope` for a scope that the family does not have, and `TokenReused` for an earlier token.
   */
  refresh(digest: string, refresh: TokenRefresh): Promise<IssuedTokens>;
  /**
   * Returns the account and access behind an access token; null if the token is unknown, expired or no access token, or
   * its grant, its family or its account has ended. Notes the use of the grant at most once a minute.
   */
  authenticate(digest: string): Promise<AuthenticatedConnector | null>;
  /**
   * Whether a connector that authenticated with an access token may still do what it began: its account, grant and
   * family stand, the grant has every scope that the token had, and nobody revoked the token. The token may have become
   * too old meanwhile.
   */
  isHeld(digest: string, connector: AuthenticatedConnector): Promise<boolean>;
  /**
   * Ends a token of a client: an access token alone, and with a refresh token its whole family, with the last family
   * the grant. Does nothing if the token is unknown or another client's.
   */
  revoke(digest: string, clientId: string): Promise<void>;
}

/** Creates the repository of connectors' tokens over Deno KV. */
export function connectorTokenRepository(context: StoreContext): ConnectorTokenRepository {
  const { kv, clock } = context;
  return {
    async exchange(digest, exchange) {
      const { value: accountId } = await kv.get<AccountId>(keys.accountOfAuthorizationCode(digest));
      if (accountId === null) throw unknownCode();
      return unlessReused(await writeExchange(context, accountId, { digest, exchange }));
    },
    async refresh(digest, refresh) {
      const { value: place } = await kv.get<FamilyPlace>(keys.familyOfConnectorToken(digest));
      if (place === null || place.clientId !== refresh.clientId) throw unknownToken();
      return unlessReused(await writeRefresh(context, place, { digest, refresh }));
    },
    async authenticate(digest) {
      const { value: place } = await kv.get<FamilyPlace>(keys.familyOfConnectorToken(digest));
      if (place === null) return null;
      const { clientId, grantId, familyId } = place;
      const [account, grant, family, { value: token }] = await kv.getMany<
        [AccountRecord, ConnectorGrantRecord, TokenFamilyRecord, ConnectorTokenRecord]
      >([...keysOfFamily(place), keys.connectorToken(place.accountId, digest)]);
      const now = clock.now();
      if (account.value === null || !isGrantOf(grant.value, place) || family.value === null) return null;
      if (token?.kind !== "access" || token.expiresAt <= now || family.value.expiresAt <= now) return null;
      await writeUseOfGrant(context, grant.value);
      const { resource } = family.value;
      const scopes = commonScopes(token.scopes, grant.value.scopes);
      const access = { clientId, grantId, familyId, resource, scopes, expiresAt: token.expiresAt };
      return { account: accountOf(account.value), access };
    },
    async isHeld(digest, { account: { id: accountId }, access }) {
      const { clientId, grantId, familyId, scopes, expiresAt } = access;
      const place = { accountId, clientId, grantId, familyId };
      const [account, { value: grant }, family, token] = await kv.getMany<
        [AccountRecord, ConnectorGrantRecord, TokenFamilyRecord, ConnectorTokenRecord]
      >([...keysOfFamily(place), keys.connectorToken(accountId, digest)]);
      const now = clock.now();
      if (account.value === null || !isGrantOf(grant, place) || family.value === null) return false;
      if (token.value === null && expiresAt > now) return false;
      return family.value.expiresAt > now && scopes.every((scope) => grant.scopes.includes(scope));
    },
    revoke: (digest, clientId) => writeRevocation(context, digest, clientId),
  };
}

/** Type of the result of a change that may end a grant: the error cannot be thrown before the end is stored. */
type Outcome<Result> = { readonly reused: FamilyPlaceOfGrant } | { readonly result: Result };
type FamilyPlaceOfGrant = Pick<FamilyPlace, "accountId" | "grantId">;

function unlessReused<Result>(outcome: Outcome<Result>): Result {
  if ("reused" in outcome) throw new TokenReused(outcome.reused);
  return outcome.result;
}

async function writeExchange(
  context: StoreContext,
  accountId: AccountId,
  { digest, exchange }: { digest: string; exchange: CodeExchange },
): Promise<Outcome<readonly ConnectorScope[]>> {
  return await transaction<Outcome<readonly ConnectorScope[]>>(context, async (read) => {
    const now = context.clock.now();
    const code = await read.get<AuthorizationCodeRecord>(keys.authorizationCode(accountId, digest));
    if (code.value === null) throw unknownCode();
    const { clientId, grantId, resource } = code.value;
    exchange.check(code.value);
    const [account, grant] = await read.getMany<[AccountRecord, ConnectorGrantRecord]>([
      keys.account(accountId),
      keys.connectorGrant(accountId, clientId),
    ]);
    if (account.value === null || grant.value?.id !== grantId) throw unknownCode();
    if (code.value.usedAt !== null) return ended(grant, { accountId, grantId });
    if (code.value.expiresAt <= now) throw unknownCode();
    const family: TokenFamilyRecord = {
      accountId,
      clientId,
      grantId,
      familyId: identifier("fam", context.random.ulid()),
      resource,
      scopes: commonScopes(code.value.scopes, grant.value.scopes),
      refreshDigest: exchange.refreshDigest,
      formerDigest: null,
      nonce: null,
      createdAt: now,
      refreshedAt: now,
      expiresAt: now + CONNECTOR_REFRESH_MS,
    };
    const used: AuthorizationCodeRecord = { ...code.value, usedAt: now };
    return {
      checks: [account, code, grant],
      mutations: [
        putUntil(code.key, used, { expiresAt: now + USED_CODE_KEPT_MS, now }),
        ...await surplusFamilies(read, family),
        ...familyEntries(family, now),
        ...accessEntries(family, { digest: exchange.accessDigest, scopes: family.scopes, now }),
      ],
      result: { result: family.scopes },
    };
  });
}

async function writeRefresh(
  context: StoreContext,
  place: FamilyPlace,
  { digest, refresh }: { digest: string; refresh: TokenRefresh },
): Promise<Outcome<IssuedTokens>> {
  return await transaction<Outcome<IssuedTokens>>(context, async (read) => {
    const now = context.clock.now();
    const { account, grant, family } = await readFamily(read, place);
    if (account.value === null || !isGrantOf(grant.value, place)) throw unknownToken();
    if (family.value === null || family.value.expiresAt <= now) throw unknownToken();
    const isCurrent = family.value.refreshDigest === digest;
    const repeated = isCurrent ? null : nonceToRepeat(family.value, digest, now);
    if (!isCurrent && repeated === null) {
      const token = await read.get<ConnectorTokenRecord>(keys.connectorToken(place.accountId, digest));
      if (token.value?.kind !== "refresh") throw unknownToken();
      const end = ended(grant, place);
      return { ...end, checks: [...end.checks, family], mutations: [...end.mutations, remove(family.key)] };
    }
    const scopes = scopesOf(refresh.scopes, commonScopes(family.value.scopes, grant.value.scopes));
    const access = accessEntries(place, { digest: refresh.accessDigest, scopes, now });
    const checks = [account, grant, family];
    if (repeated !== null) return { checks, mutations: access, result: { result: { scopes, nonce: repeated } } };
    const next: TokenFamilyRecord = {
      ...family.value,
      refreshDigest: refresh.digestOfNext(refresh.nonce),
      formerDigest: digest,
      nonce: refresh.nonce,
      refreshedAt: now,
      expiresAt: Math.min(now + CONNECTOR_REFRESH_MS, family.value.createdAt + TOKEN_FAMILY_MS),
    };
    const client = await prolongedClient(read, place.clientId, now);
    return {
      checks: [...checks, ...client.checks],
      mutations: [...familyEntries(next, now), ...access, ...client.mutations],
      result: { result: { scopes, nonce: refresh.nonce } },
    };
  });
}

/**
 * Returns the random text with which the last refresh can be repeated, because the presented token is the one that it
 * replaced and hardly any time has passed; null if the token was replaced earlier.
 */
function nonceToRepeat(family: TokenFamilyRecord, digest: string, now: Instant): string | null {
  const isFormer = family.formerDigest === digest && now - family.refreshedAt < REFRESH_RETRY_MS;
  return isFormer ? family.nonce : null;
}

function scopesOf(
  asked: readonly ConnectorScope[] | null,
  allowed: readonly ConnectorScope[],
): readonly ConnectorScope[] {
  if (asked === null) return allowed;
  const beyond = asked.filter((scope) => !allowed.includes(scope));
  if (beyond.length === 0) return asked;
  throw new DomainError("invalid_scope", `This grant does not allow ${beyond.join(" ")}: ask the person again`);
}

async function writeRevocation(context: StoreContext, digest: string, clientId: string): Promise<void> {
  await transaction(context, async (read) => {
    const index = await read.get<FamilyPlace>(keys.familyOfConnectorToken(digest));
    if (index.value === null || index.value.clientId !== clientId) return NOTHING;
    const place = index.value;
    const token = await read.get<ConnectorTokenRecord>(keys.connectorToken(place.accountId, digest));
    if (token.value?.kind === "access") {
      return { checks: [token], mutations: [remove(token.key), remove(index.key)], result: undefined };
    }
    const { grant, family } = await readFamily(read, place);
    if (family.value === null || !isGrantOf(grant.value, place)) return NOTHING;
    const others = await otherFamilies(read, place);
    return {
      checks: [grant, family],
      // The grant is written in any case, so that of two families that end at once one finds itself the last.
      mutations: [remove(family.key), others.length === 0 ? remove(grant.key) : put(grant.key, grant.value)],
      result: undefined,
    };
  });
}

const NOTHING: Change<undefined> = { checks: [], mutations: [], result: undefined };

interface FamilyEntries {
  readonly account: Deno.KvEntryMaybe<AccountRecord>;
  readonly grant: Deno.KvEntryMaybe<ConnectorGrantRecord>;
  readonly family: Deno.KvEntryMaybe<TokenFamilyRecord>;
}

async function readFamily(read: Reader, place: FamilyPlace): Promise<FamilyEntries> {
  const [account, grant, family] = await read.getMany<[AccountRecord, ConnectorGrantRecord, TokenFamilyRecord]>(
    keysOfFamily(place),
  );
  return { account, grant, family };
}

function keysOfFamily(
  { accountId, clientId, grantId, familyId }: FamilyPlace,
): [account: Deno.KvKey, grant: Deno.KvKey, family: Deno.KvKey] {
  return [
    keys.account(accountId),
    keys.connectorGrant(accountId, clientId),
    keys.tokenFamily(accountId, grantId, familyId),
  ];
}

function isGrantOf(grant: ConnectorGrantRecord | null, { grantId }: FamilyPlace): grant is ConnectorGrantRecord {
  return grant !== null && grant.id === grantId;
}

async function otherFamilies(
  read: Reader,
  { accountId, grantId, familyId }: FamilyPlace,
): Promise<readonly Deno.KvKey[]> {
  const found: Deno.KvKey[] = [];
  for await (const { key } of read.list({ prefix: keys.tokenFamilies(accountId, grantId) })) {
    if (key.at(-1) !== familyId) found.push(key);
  }
  return found;
}

/** Returns the mutations that end the oldest families of a grant, so that it has room for a new one. */
async function surplusFamilies(read: Reader, family: FamilyPlace): Promise<readonly Deno.KvMutation[]> {
  // Keys of families contain ULIDs, so the list is in the order in which they began.
  const others = await otherFamilies(read, family);
  return others.slice(0, Math.max(0, others.length - (TOKEN_FAMILIES_AT_MOST - 1))).map(remove);
}

/** Returns the change that ends a grant, because one of its codes or tokens was used a second time. */
function ended(
  grant: Deno.KvEntryMaybe<ConnectorGrantRecord>,
  { accountId, grantId }: FamilyPlaceOfGrant,
): Change<{ readonly reused: FamilyPlaceOfGrant }> {
  return { checks: [grant], mutations: [remove(grant.key)], result: { reused: { accountId, grantId } } };
}

/**
 * Returns the mutations that write a family and the entries of its current refresh token. Entries of used tokens are
 * kept, so that a second use is noticed.
 */
function familyEntries(family: TokenFamilyRecord, now: Instant): readonly Deno.KvMutation[] {
  const { accountId, grantId, familyId, refreshDigest, expiresAt } = family;
  const until = { expiresAt, now };
  const token: ConnectorTokenRecord = { kind: "refresh" };
  return [
    putUntil(keys.tokenFamily(accountId, grantId, familyId), family, until),
    putUntil(keys.connectorToken(accountId, refreshDigest), token, until),
    putUntil(keys.familyOfConnectorToken(refreshDigest), placeOf(family), until),
  ];
}

/** Returns the mutations that write an access token of a family. */
function accessEntries(
  place: FamilyPlace,
  { digest, scopes, now }: { digest: string; scopes: readonly ConnectorScope[]; now: Instant },
): readonly Deno.KvMutation[] {
  const until = { expiresAt: now + CONNECTOR_TOKEN_SECONDS * SECOND_MS, now };
  const token: ConnectorTokenRecord = { kind: "access", scopes, expiresAt: until.expiresAt };
  return [
    putUntil(keys.connectorToken(place.accountId, digest), token, until),
    putUntil(keys.familyOfConnectorToken(digest), placeOf(place), until),
  ];
}

function placeOf({ accountId, clientId, grantId, familyId }: FamilyPlace): FamilyPlace {
  return { accountId, clientId, grantId, familyId };
}

function unknownCode(): DomainError {
  return new DomainError("invalid_grant", "The code is unknown, too old, or not for this request: begin again");
}

function unknownToken(): DomainError {
  return new DomainError("invalid_grant", "The refresh token is unknown, or its grant has ended: ask the person again");
}
