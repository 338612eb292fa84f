import type { Dependencies } from "../dependencies.ts";
import type { Account } from "../domain/account.ts";
import { isoTimestamp } from "../domain/instant.ts";
import type { UploadedBytes } from "../request/parts/upload.ts";
import type { ConstraintPreflight } from "./constraint_preflights.ts";
import { savedMapsOfAccount } from "./saved_maps_of.ts";

/** Type of the services that computing a constraint preflight for an account needs. */
type PreflightDependencies = Pick<
  Dependencies,
  "constraintPreflights" | "classificationMaps" | "uploads" | "marketData" | "config" | "clock"
>;

/**
 * Computes the constraint preflight of a request body, with the account's saved classification maps: whether the
 * constraints can be met and what they allow. Throws like `ConstraintPreflights.of`.
 */
export function preflightOfAccount(
  dependencies: PreflightDependencies,
  account: Account,
  { body, signal }: { readonly body: unknown; readonly signal: AbortSignal },
): Promise<ConstraintPreflight> {
  const { constraintPreflights, marketData, config, clock } = dependencies;
  const savedMaps = savedMapsOfAccount(dependencies, account);
  const uploads = (uploadId: string): Promise<UploadedBytes | null> =>
    dependencies.uploads.history(account.id, uploadId);
  const now = (): string => isoTimestamp(clock.now());
  const sources = { marketData, riskFreeRates: config.riskFreeRates, now, savedMaps, uploads };
  return constraintPreflights.of(body, { accountId: account.id, sources, signal });
}
