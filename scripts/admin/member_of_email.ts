import type { Member } from "../../src/store/members.ts";
import type { Store } from "../../src/store/open_store.ts";

/** Returns the account and user of an e-mail address. Throws an `Error` where no account has the address. */
export async function memberOfEmail(email: string, { accounts }: Pick<Store, "accounts">): Promise<Member> {
  const member = await accounts.findByEmail(email);
  if (member === null) throw new Error(`Cannot find an account of "${email}"`);
  return member;
}
