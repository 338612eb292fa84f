import { DomainError } from "../domain/errors.ts";
import type { AccountId } from "../domain/identifier.ts";
import { DAY_MS, type Instant } from "../domain/instant.ts";
import type { MailDraft, MailText } from "../domain/mail.ts";
import { type OneTimeToken, TOKEN_LIFETIME_MS, type TokenPurpose } from "../domain/one_time_token.ts";
import { findMember, type Member, type MemberEntries, readMember } from "./members.ts";
import { revokedGrants } from "./connector_grants.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { countMail, mailEntries, noticeEntries } from "./mails.ts";
import { accountOf, type OneTimeTokenRecord, userOf, type UserRecord } from "./records.ts";
import { revokedApiKeys, type RevokedKeys } from "./revoke_api_keys.ts";
import { put, putUntil, type Reader, remove, transaction } from "./transaction.ts";

export interface TokenIssue {
  readonly purpose: TokenPurpose;
  /** SHA-256 digest of the one-time token, as text. */
  readonly digest: string;
  readonly mail: MailDraft;
}

/**
 * Repository of mailed tokens that can each be used once. Methods that take a digest throw `one_time_token_invalid` if
 * the token is unknown, used, superseded or for another purpose, and `one_time_token_expired` if it is too old.
 */
export interface OneTimeTokenRepository {
  /**
   * Stores the token and its mail in one operation; stores neither if the address already had five mails in this
   * minute. Throws `not_found`.
   */
  issue(accountId: AccountId, issue: TokenIssue): Promise<"issued" | "too_many_mails">;
  /** Returns a one-time token by its digest without using it up. */
  get(digest: string, purpose: TokenPurpose): Promise<OneTimeToken>;
  /**
   * Uses a verification token: marks the e-mail address as verified, and ends the sessions that began before the
   * verification.
   */
  confirmEmail(digest: string): Promise<Member>;
  /**
   * Uses a reset token: sets the password, and ends every session, every connector grant and every other reset token of
   * the user.
   */
  resetPassword(digest: string, reset: PasswordReset): Promise<Member>;
}

export interface PasswordReset {
  readonly passwordHash: string;
  /** Whether the reset also revokes every API key of the account. */
  readonly revokeApiKeys: boolean;
  /** Mail that tells the owner about the password reset. */
  readonly notice: MailText;
}

/** Milliseconds for which an expired token is still reported as expired; later it is reported as unknown. */
const EXPIRED_KEPT_MS = 7 * DAY_MS;

/** Creates the repository of one-time tokens over Deno KV. */
export function oneTimeTokenRepository(context: StoreContext): OneTimeTokenRepository {
  const { kv, clock } = context;
  return {
    issue: (accountId, issue) => writeIssue(context, accountId, issue),
    async get(digest, purpose) {
      const { token } = await readToken(context, kv, { digest, purpose });
      const { credentialGeneration: _, ...found } = token.value;
      return found;
    },
    confirmEmail: (digest) =>
      use(context, { digest, purpose: "email_verification" }, (user) => verified(user, clock.now())),
    resetPassword: (digest, reset) => writeReset(context, digest, reset),
  };
}

/**
 * Returns the mutations that store a one-time token, for an operation that issues the token and checks that the account
 * exists.
 */
export function tokenEntries(
  { clock }: StoreContext,
  { digest, ...token }: Omit<OneTimeTokenRecord, "createdAt" | "expiresAt"> & { readonly digest: string },
): readonly Deno.KvMutation[] {
  const now = clock.now();
  const expiresAt = now + TOKEN_LIFETIME_MS[token.purpose];
  const record: OneTimeTokenRecord = { ...token, createdAt: now, expiresAt };
  const until = { expiresAt: expiresAt + EXPIRED_KEPT_MS, now };
  return [
    putUntil(keys.oneTimeToken(token.accountId, digest), record, until),
    putUntil(keys.accountOfOneTimeToken(digest), token.accountId, until),
  ];
}

async function writeIssue(
  context: StoreContext,
  accountId: AccountId,
  { purpose, digest, mail }: TokenIssue,
): Promise<"issued" | "too_many_mails"> {
  const outbox = mailEntries(context, accountId, mail);
  return await transaction<"issued" | "too_many_mails">(context, async (read) => {
    const { account, user } = await readMember(read, accountId);
    const count = await countMail(context, read, { to: mail.to });
    if (count === null) return { checks: [], mutations: [], result: "too_many_mails" };
    const { id: userId, credentialGeneration } = user.value;
    const token = tokenEntries(context, { accountId, userId, purpose, digest, credentialGeneration });
    return {
      checks: [account, user, ...count.checks],
      mutations: [...token, ...outbox.mutations, ...count.mutations],
      result: "issued",
    };
  });
}

interface Claim {
  readonly digest: string;
  readonly purpose: TokenPurpose;
}

interface TokenEntries extends MemberEntries {
  readonly token: Deno.KvEntry<OneTimeTokenRecord>;
}

async function readToken({ clock }: StoreContext, read: Reader, { digest, purpose }: Claim): Promise<TokenEntries> {
  const { value: accountId } = await read.get<AccountId>(keys.accountOfOneTimeToken(digest));
  if (accountId === null) throw invalidToken();
  const token = await read.get<OneTimeTokenRecord>(keys.oneTimeToken(accountId, digest));
  const entries = await findMember(read, accountId);
  if (token.value === null || entries === null || token.value.purpose !== purpose) throw invalidToken();
  if (isSuperseded(token.value, entries.user.value)) throw invalidToken();
  if (token.value.expiresAt <= clock.now()) {
    throw new DomainError("one_time_token_expired", "The token is too old: ask for a new one");
  }
  return { token, ...entries };
}

/**
 * Whether the user's password was set after the reset token was issued. The holder of an older reset token must not set
 * another password.
 */
function isSuperseded(token: OneTimeTokenRecord, user: UserRecord): boolean {
  return token.purpose === "password_reset" && token.credentialGeneration !== user.credentialGeneration;
}

async function use(context: StoreContext, claim: Claim, change: (user: UserRecord) => UserRecord): Promise<Member> {
  return await transaction(context, async (read) => {
    const { token, account, user } = await readToken(context, read, claim);
    const changed = change(user.value);
    return {
      checks: [token, account, user],
      mutations: [...usedToken(token, claim.digest), put(user.key, changed)],
      result: { account: accountOf(account.value), user: userOf(changed) },
    };
  });
}

/**
 * Marks the user's address as verified and ends earlier sessions, so that a stranger who signed up with the address
 * does not stay signed in beside its owner.
 */
function verified(user: UserRecord, now: Instant): UserRecord {
  if (user.emailVerifiedAt !== null) return user;
  return { ...user, emailVerifiedAt: now, credentialGeneration: user.credentialGeneration + 1 };
}

/**
 * Sets a new password with a reset token. If the API keys to revoke are too many for one operation, earlier operations
 * delete the first keys.
 */
async function writeReset(
  context: StoreContext,
  digest: string,
  { passwordHash, revokeApiKeys, notice }: PasswordReset,
): Promise<Member> {
  let member: Member | null = null;
  while (member === null) {
    member = await transaction<Member | null>(context, async (read) => {
      const { token, account, user } = await readToken(context, read, { digest, purpose: "password_reset" });
      const revoked = revokeApiKeys ? await revokedApiKeys(read, account.value.id) : NO_KEYS;
      const checks = [token, account, user, ...revoked.checks];
      if (!revoked.isLast) return { checks, mutations: revoked.mutations, result: null };
      const credentialGeneration = user.value.credentialGeneration + 1;
      const changed: UserRecord = { ...user.value, passwordHash, credentialGeneration };
      const grants = await revokedGrants(read, account.value.id);
      const mail = await noticeEntries(context, read, { user: user.value, notice });
      return {
        checks: [...checks, ...grants.checks, ...mail.checks],
        mutations: [
          ...usedToken(token, digest),
          put(user.key, changed),
          ...revoked.mutations,
          ...grants.mutations,
          ...mail.mutations,
        ],
        result: { account: accountOf(account.value), user: userOf(changed) },
      };
    });
  }
  return member;
}

const NO_KEYS: RevokedKeys = { checks: [], mutations: [], isLast: true };

function usedToken(token: Deno.KvEntry<OneTimeTokenRecord>, digest: string): readonly Deno.KvMutation[] {
  return [remove(token.key), remove(keys.accountOfOneTimeToken(digest))];
}

function invalidToken(): DomainError {
  return new DomainError("one_time_token_invalid", "The token is unknown or was used");
}
