import type { Member } from "../../src/store/members.ts";
import type { Store } from "../../src/store/open_store.ts";

/** The account of an address; throws an `Error` that says so where there is none. */
export async function memberOfEmail(email: string, { accounts }: Pick<Store, "accounts">): Promise<Member> {
  const member = await accounts.findByEmail(email);
  if (member === null) throw new Error(`Cannot find an account of "${email}"`);
  return member;
}
