import { DAY_MS, type Instant } from "./instant.ts";

/** How a connector proves to be itself at the token endpoint (RFC 7591, 2). `none` is a public client. */
export const CLIENT_PROOFS = ["none", "client_secret_basic", "client_secret_post"] as const;
export type ClientProof = typeof CLIENT_PROOFS[number];

/** Milliseconds for which a connector that registered is known while nobody has granted it anything. */
export const UNGRANTED_CLIENT_MS = 7 * DAY_MS;

/** Milliseconds for which a connector is known after a person allowed it something, or after its last refresh. */
export const GRANTED_CLIENT_MS = 90 * DAY_MS;

/** Milliseconds for which a document that describes a connector is kept before it is fetched again. */
export const CLIENT_DOCUMENT_MS = DAY_MS;

/** Largest number of characters in the address of a document that describes a connector. */
export const LONGEST_CLIENT_DOCUMENT_ADDRESS = 1_000;

/** Whether the id of a connector is the address of a document that describes it. */
export function isDocumentId(clientId: string): boolean {
  return /^https:/i.test(clientId);
}

/** Type of a connector (client program of an AI assistant) that registered itself, or that a document describes. */
export interface ConnectorClient {
  /** Id of the connector: `con_<ULID>`, or the HTTPS address of the document. */
  readonly id: string;
  /** Name that the connector gives itself, which nobody has checked. */
  readonly name: string | null;
  /** Addresses to which the answer of an authorization may go. */
  readonly redirectAddresses: readonly string[];
  readonly proof: ClientProof;
  /** When the connector registered itself, or its document was fetched. */
  readonly registeredAt: Instant;
  /** Time at which the connector is forgotten unless it is used before. */
  readonly expiresAt: Instant;
}
