import { type Account, AccountMissing } from "../domain/account.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { User } from "../domain/user.ts";
import { keys } from "./keys.ts";
import { accountOf, type AccountRecord, userOf, type UserRecord } from "./records.ts";
import type { Reader } from "./transaction.ts";

/** An account and its user. */
export interface Member {
  readonly account: Account;
  readonly user: User;
}

export interface MemberWithPassword extends Member {
  readonly passwordHash: string;
}

/** The entries of an account and its user, as they were read at one moment. */
export interface MemberEntries {
  readonly account: Deno.KvEntry<AccountRecord>;
  readonly user: Deno.KvEntry<UserRecord>;
}

/** The entries of an account and its user; null where there is none. */
export async function findMember(read: Reader, accountId: AccountId): Promise<MemberEntries | null> {
  const account = await read.get<AccountRecord>(keys.account(accountId));
  if (account.value === null) return null;
  const user = await read.get<UserRecord>(keys.user(accountId, account.value.userId));
  // Between the two reads the account was deleted.
  if (user.value === null) return null;
  return { account, user };
}

/** Throws `not_found`. */
export async function readMember(read: Reader, accountId: AccountId): Promise<MemberEntries> {
  const entries = await findMember(read, accountId);
  if (entries === null) throw new AccountMissing(accountId);
  return entries;
}

/** The account and the user without what is the store's own. */
export function memberOf({ account, user }: MemberEntries): Member {
  return { account: accountOf(account.value), user: userOf(user.value) };
}
