import { type Account, AccountMissing } from "../domain/account.ts";
import type { AccountId } from "../domain/identifier.ts";
import type { User } from "../domain/user.ts";
import { keys } from "./keys.ts";
import { accountOf, type AccountRecord, userOf, type UserRecord } from "./records.ts";
import type { Reader } from "./transaction.ts";

/** Type of an account together with the user who signs in to it. */
export interface Member {
  readonly account: Account;
  readonly user: User;
}

export interface MemberWithPassword extends Member {
  readonly passwordHash: string;
}

/** Type of two KV entries that were read together: the record of an account and the record of its user. */
export interface MemberEntries {
  readonly account: Deno.KvEntry<AccountRecord>;
  readonly user: Deno.KvEntry<UserRecord>;
}

/** Reads the stored records of an account and its user; returns null if the account does not exist. */
export async function findMember(read: Reader, accountId: AccountId): Promise<MemberEntries | null> {
  const account = await read.get<AccountRecord>(keys.account(accountId));
  if (account.value === null) return null;
  const user = await read.get<UserRecord>(keys.user(accountId, account.value.userId));
  // The user's record is missing because the account was deleted between the two reads.
  if (user.value === null) return null;
  return { account, user };
}

/** Reads the stored records of an account and its user. Throws `not_found` if the account does not exist. */
export async function readMember(read: Reader, accountId: AccountId): Promise<MemberEntries> {
  const entries = await findMember(read, accountId);
  if (entries === null) throw new AccountMissing(accountId);
  return entries;
}

/** Returns an account and its user from their records, without the fields that only the store uses. */
export function memberOf({ account, user }: MemberEntries): Member {
  return { account: accountOf(account.value), user: userOf(user.value) };
}
