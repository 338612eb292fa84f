import type { AccountId } from "../../src/domain/identifier.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import type { Store } from "../../src/store/open_store.ts";

/** Adds an entry to the security log of an account: the operator ran a command on its credentials. */
export async function noteOperation(
  { securityEvents }: Pick<Store, "securityEvents">,
  accountId: AccountId,
  { command }: { readonly command: string },
): Promise<void> {
  await securityEvents.append(accountId, {
    at: systemClock.now(),
    route: `admin ${command}`,
    address: "operator",
    outcome: "succeeded",
    code: null,
    credentialId: null,
  });
}
