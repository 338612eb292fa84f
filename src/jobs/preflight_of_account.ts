import type { Dependencies } from "../dependencies.ts";
import type { Account } from "../domain/account.ts";
import { isoTimestamp } from "../domain/instant.ts";
import type { ConstraintPreflight } from "./constraint_preflights.ts";
import { savedMapsOfAccount } from "./saved_maps_of.ts";

/** What a preflight of an account uses of the dependencies. */
type PreflightDependencies = Pick<
  Dependencies,
  "constraintPreflights" | "classificationMaps" | "marketData" | "config" | "clock"
>;

/** What the rules of a body allow, its saved maps being those of the account. Throws as `ConstraintPreflights.of`. */
export function preflightOfAccount(
  dependencies: PreflightDependencies,
  account: Account,
  { body, signal }: { readonly body: unknown; readonly signal: AbortSignal },
): Promise<ConstraintPreflight> {
  const { constraintPreflights, marketData, config, clock } = dependencies;
  const savedMaps = savedMapsOfAccount(dependencies, account);
  const now = (): string => isoTimestamp(clock.now());
  const sources = { marketData, riskFreeRates: config.riskFreeRates, now, savedMaps };
  return constraintPreflights.of(body, { accountId: account.id, sources, signal });
}
