import { type Account, AccountMissing } from "../domain/account.ts";
import { DomainError } from "../domain/errors.ts";
import { type AccountId, identifier } from "../domain/identifier.ts";
import type { MailDraft } from "../domain/mail.ts";
import type { PlanName } from "../domain/plan.ts";
import type { StoreContext } from "./context.ts";
import { readGoodSession } from "./good_session.ts";
import { keys } from "./keys.ts";
import { endApiKeys, endSessions } from "./end_credentials.ts";
import { countMail, mailEntries } from "./mails.ts";
import { metersKept, metersTakenUp } from "./meters.ts";
import { findMember, type Member, memberOf, type MemberWithPassword, readMember } from "./members.ts";
import { tokenEntries } from "./one_time_tokens.ts";
import {
  type OwnPasswordChange,
  type PasswordChange,
  writePasswordChange,
  writeStrongerHash,
} from "./password_changes.ts";
import { type AccountDeletion, accountOf, type AccountRecord, userOf, type UserRecord } from "./records.ts";
import { put, type Reader, remove, transaction } from "./transaction.ts";

/** Details of a sign-up, which creates an account with its first user and mails a link that verifies the address. */
export interface SignUp {
  readonly email: string;
  readonly fullName: string;
  readonly passwordHash: string;
  readonly plan: PlanName;
  readonly verification: {
    /** SHA-256 digest of the verification token, as text. */
    readonly digest: string;
    readonly mail: MailDraft;
  };
}

/** Repository of accounts and of the one user who signs in to each account. */
export interface AccountRepository {
  /**
   * Creates the account, its user, the verification token and the verification mail in one operation. No mail is sent
   * if the address already had five mails in this minute. If the address had an account earlier this month, the new
   * account continues with the usage meters of that account. Throws `email_taken`.
   */
  signUp(signUp: SignUp): Promise<Member>;
  find(accountId: AccountId): Promise<Account | null>;
  /**
   * Returns the account with this e-mail address, ignoring case, with its user and password hash; null if no account
   * has the address.
   */
  findByEmail(email: string): Promise<MemberWithPassword | null>;
  /** Returns every account with its user, oldest first, for the operator. */
  all(): AsyncIterable<Member>;
  /** Sets the display name of the account's user. Throws `not_found`. */
  setDisplayName(accountId: AccountId, displayName: string | null): Promise<Member>;
  /**
   * Sets the user's password and ends every session except the one named in `change`. Throws `invalid_credentials` if
   * the password was changed by another request meanwhile, and `session_revoked` if the named session has ended.
   */
  changePassword(accountId: AccountId, change: OwnPasswordChange): Promise<void>;
  /** Stores the same password under a stronger hash; does nothing if the password was changed meanwhile. */
  strengthenHash(accountId: AccountId, change: PasswordChange): Promise<void>;
  /** Ends every session of the account and every mailed link that sets its password. Throws `not_found`. */
  endSessions(accountId: AccountId): Promise<void>;
  /** Revokes every API key of the account. */
  endApiKeys(accountId: AccountId): Promise<void>;
  setPlan(accountId: AccountId, plan: PlanName): Promise<Account>;
  /** Marks the user's e-mail address as verified without a token, for the operator. */
  verifyEmail(accountId: AccountId): Promise<Member>;
  /**
   * Deletes the account in one operation: every credential of the account is refused from now on, and the e-mail
   * address can sign up again. The usage of the current month is kept under a digest of the address until the month
   * ends. The sweep deletes the account's data later, and resumes after a crash. Throws `not_found`, and
   * `session_revoked` if the owner deletes the account in the session `sessionId` and that session has ended meanwhile:
   * no session that a password reset ended deletes the account after it.
   */
  delete(accountId: AccountId, sessionId?: string): Promise<void>;
}

/** Creates the account repository over Deno KV. */
export function accountRepository(context: StoreContext): AccountRepository {
  const { kv, clock } = context;
  return {
    signUp: (signUp) => writeSignUp(context, signUp),
    async find(accountId) {
      const { value } = await kv.get<AccountRecord>(keys.account(accountId));
      return value && accountOf(value);
    },
    async findByEmail(email) {
      const { value: accountId } = await kv.get<AccountId>(keys.accountOfEmail(email));
      const entries = accountId === null ? null : await findMember(kv, accountId);
      return entries && { ...memberOf(entries), passwordHash: entries.user.value.passwordHash };
    },
    all: () => readAllMembers(kv),
    setDisplayName: (accountId, displayName) => changeUser(context, accountId, (user) => ({ ...user, displayName })),
    changePassword: (accountId, change) => writePasswordChange(context, accountId, change),
    strengthenHash: (accountId, change) => writeStrongerHash(context, accountId, change),
    endSessions: (accountId) => endSessions(context, accountId),
    endApiKeys: (accountId) => endApiKeys(context, accountId),
    async setPlan(accountId, plan) {
      return await transaction(context, async (read) => {
        const entry = await read.get<AccountRecord>(keys.account(accountId));
        if (entry.value === null) throw new AccountMissing(accountId);
        const account: AccountRecord = { ...entry.value, plan };
        return { checks: [entry], mutations: [put(entry.key, account)], result: accountOf(account) };
      });
    },
    verifyEmail: (accountId) =>
      changeUser(context, accountId, (user) => ({
        ...user,
        emailVerifiedAt: user.emailVerifiedAt ?? clock.now(),
      })),
    async delete(accountId, sessionId) {
      await transaction(context, async (read) => {
        const { account, user } = await readMember(read, accountId);
        const now = clock.now();
        const session = sessionId === undefined
          ? []
          : [await readGoodSession(read, { accountId, sessionId, user: user.value, now })];
        const deletion: AccountDeletion = { accountId, since: now };
        const kept = await metersKept(context, read, { accountId, email: user.value.email });
        return {
          checks: [account, user, ...session, ...kept.checks],
          mutations: [
            ...kept.mutations,
            remove(account.key),
            remove(keys.accountOfEmail(user.value.email)),
            put(keys.accountDeletion(accountId), deletion),
          ],
          result: undefined,
        };
      });
    },
  };
}

async function* readAllMembers(read: Reader): AsyncIterable<Member> {
  for await (const { value } of read.list<AccountRecord>({ prefix: keys.accounts })) {
    const entries = await findMember(read, value.id);
    if (entries !== null) yield memberOf(entries);
  }
}

async function writeSignUp(context: StoreContext, signUp: SignUp): Promise<Member> {
  const { email, verification } = signUp;
  const { account, user } = newRecords(context, signUp);
  const token = tokenEntries(context, {
    accountId: account.id,
    userId: user.id,
    purpose: "email_verification",
    digest: verification.digest,
    credentialGeneration: user.credentialGeneration,
  });
  const mail = mailEntries(context, account.id, verification.mail);
  return await transaction(context, async (read) => {
    const taken = await read.get(keys.accountOfEmail(email));
    if (taken.value !== null) throw new DomainError("email_taken", `The address "${email}" already has an account`);
    const count = await countMail(context, read, { to: verification.mail.to });
    const meters = await metersTakenUp(context, read, { accountId: account.id, email });
    return {
      checks: [taken, ...count?.checks ?? []],
      mutations: [
        put(taken.key, account.id),
        put(keys.account(account.id), account),
        put(keys.user(account.id, user.id), user),
        ...token,
        ...meters.mutations,
        ...count === null ? [] : [...mail.mutations, ...count.mutations],
      ],
      result: { account: accountOf(account), user: userOf(user) },
    };
  });
}

function newRecords({ clock, random }: StoreContext, signUp: SignUp): { account: AccountRecord; user: UserRecord } {
  const { email, fullName, passwordHash, plan } = signUp;
  const createdAt = clock.now();
  const accountId = identifier("acc", random.ulid());
  const userId = identifier("usr", random.ulid());
  return {
    account: { id: accountId, plan, createdAt, userId },
    user: {
      id: userId,
      accountId,
      email,
      fullName,
      displayName: null,
      emailVerifiedAt: null,
      credentialGeneration: 1,
      passwordHash,
      createdAt,
    },
  };
}

async function changeUser(
  context: StoreContext,
  accountId: AccountId,
  change: (user: UserRecord) => UserRecord,
): Promise<Member> {
  return await transaction(context, async (read) => {
    const { account, user } = await readMember(read, accountId);
    const changed = change(user.value);
    return {
      checks: [account, user],
      mutations: [put(user.key, changed)],
      result: { account: accountOf(account.value), user: userOf(changed) },
    };
  });
}
