import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";

/** Largest number of API clients of an account. */
export const API_CLIENTS_AT_MOST = 50;

/** A program that uses the service. It has API keys, which end when it is deleted. */
export interface ApiClient {
  /** Id of the API client, `cli_<ULID>`. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly name: string;
  readonly description: string | null;
  readonly createdAt: Instant;
}
