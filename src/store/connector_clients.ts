import { timingSafeEqual } from "node:crypto";
import {
  CLIENT_DOCUMENT_MS,
  type ConnectorClient,
  GRANTED_CLIENT_MS,
  isDocumentId,
  UNGRANTED_CLIENT_MS,
} from "../domain/connector_client.ts";
import { identifier } from "../domain/identifier.ts";
import type { Instant } from "../domain/instant.ts";
import { connectorClientOf, type ConnectorClientRecord } from "./connector_records.ts";
import type { StoreContext } from "./context.ts";
import { keys } from "./keys.ts";
import { type Change, putUntil, type Reader, write } from "./transaction.ts";

/** Type of what a connector says of itself when it registers. */
export interface ClientRegistration extends Pick<ConnectorClient, "name" | "redirectAddresses" | "proof"> {
  /** SHA-256 digest of the secret of a confidential client, as text; null for a public one. */
  readonly secretDigest: string | null;
}

/** Repository of the connectors (client programs of AI assistants) that registered, and of documents about others. */
export interface ConnectorClientRepository {
  register(registration: ClientRegistration): Promise<ConnectorClient>;
  /** Keeps for a day what the document at its id says of a connector. */
  keepDocument(described: Pick<ConnectorClient, "id" | "name" | "redirectAddresses">): Promise<ConnectorClient>;
  /** Returns a connector by its id; null if it is unknown or forgotten, or its document is too old. */
  find(clientId: string): Promise<ConnectorClient | null>;
  /** Whether a connector has a secret with this digest, compared in constant time. */
  hasSecret(clientId: string, digest: string): Promise<boolean>;
}

/** Creates the repository of registered connectors over Deno KV. */
export function connectorClientRepository(context: StoreContext): ConnectorClientRepository {
  const findRecord = async (clientId: string): Promise<ConnectorClientRecord | null> => {
    const { value } = await context.kv.get<ConnectorClientRecord>(keys.connectorClient(clientId));
    return value !== null && value.expiresAt > context.clock.now() ? value : null;
  };
  const keep = async (
    client: Omit<ConnectorClientRecord, "registeredAt" | "expiresAt">,
    forMs: number,
  ): Promise<ConnectorClient> => {
    const now = context.clock.now();
    const record = { ...client, registeredAt: now, expiresAt: now + forMs };
    await write(context, [putUntil(keys.connectorClient(client.id), record, { expiresAt: record.expiresAt, now })]);
    return connectorClientOf(record);
  };
  return {
    register: (registration) =>
      keep({ id: identifier("con", context.random.ulid()), ...registration }, UNGRANTED_CLIENT_MS),
    keepDocument: ({ id, name, redirectAddresses }) =>
      keep({ id, name, redirectAddresses, proof: "none", secretDigest: null }, CLIENT_DOCUMENT_MS),
    async find(clientId) {
      const record = await findRecord(clientId);
      return record && connectorClientOf(record);
    },
    async hasSecret(clientId, digest) {
      const known = (await findRecord(clientId))?.secretDigest ?? null;
      return known !== null && equalDigests(known, digest);
    },
  };
}

/** Days before the end of a connector's life from which a use prolongs it, so that few uses write. */
const PROLONGED_BELOW_MS = GRANTED_CLIENT_MS * 2 / 3;

/**
 * Returns the checks and mutations that let a connector live for another 90 days from now, for an operation in which it
 * is used; none if it has most of them left, or did not register itself: a document is fetched again.
 */
export async function prolongedClient(
  read: Reader,
  clientId: string,
  now: Instant,
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
  if (isDocumentId(clientId)) return { checks: [], mutations: [] };
  const entry = await read.get<ConnectorClientRecord>(keys.connectorClient(clientId));
  if (entry.value === null || entry.value.expiresAt - now > PROLONGED_BELOW_MS) return { checks: [], mutations: [] };
  const expiresAt = now + GRANTED_CLIENT_MS;
  const prolonged: ConnectorClientRecord = { ...entry.value, expiresAt };
  return { checks: [entry], mutations: [putUntil(entry.key, prolonged, { expiresAt, now })] };
}

function equalDigests(left: string, right: string): boolean {
  const encoder = new TextEncoder();
  const a = encoder.encode(left), b = encoder.encode(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
