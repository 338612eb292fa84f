import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";

/** Largest number of API clients of an account. */
export const API_CLIENTS_AT_MOST = 50;

/** Type of an API client: a program that uses the service with its own API keys. Deleting the client ends its keys. */
export interface ApiClient {
  /** Id of the API client, `cli_<ULID>`. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly name: string;
  readonly description: string | null;
  readonly createdAt: Instant;
}
