import { DAY_MS, type Instant } from "./instant.ts";

/** How a connector proves to be itself at the token endpoint (RFC 7591, 2). `none` is a public client. */
export const CLIENT_PROOFS = ["none", "client_secret_basic", "client_secret_post"] as const;
export type ClientProof = typeof CLIENT_PROOFS[number];

/** Milliseconds for which a connector that registered is known while nobody has granted it anything. */
export const UNGRANTED_CLIENT_MS = 7 * DAY_MS;

/** Milliseconds for which a connector is known after a person allowed it something, or after its last refresh. */
export const GRANTED_CLIENT_MS = 90 * DAY_MS;

/** Type of a connector (client program of an AI assistant) that registered itself. */
export interface ConnectorClient {
  /** Id of the connector, `con_<ULID>`. */
  readonly id: string;
  /** Name that the connector gives itself, which nobody has checked. */
  readonly name: string | null;
  /** Addresses to which the answer of an authorization may go. */
  readonly redirectAddresses: readonly string[];
  readonly proof: ClientProof;
  readonly registeredAt: Instant;
  /** Time at which the connector is forgotten unless it is used before. */
  readonly expiresAt: Instant;
}
