import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";

/** An account has no more of them. */
export const API_CLIENTS_AT_MOST = 50;

/** A program that uses the service; it has many API keys, which end with it. */
export interface ApiClient {
  /** `cli_<ULID>` */
  readonly id: string;
  readonly accountId: AccountId;
  readonly name: string;
  readonly description: string | null;
  readonly createdAt: Instant;
}
