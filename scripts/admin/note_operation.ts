import type { AccountId } from "../../src/domain/identifier.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import type { Store } from "../../src/store/open_store.ts";

/** Notes in the security log of an account what its operator did to its credentials. */
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
