import { timingSafeEqual } from "node:crypto";
import { type ConnectorClient, GRANTED_CLIENT_MS, UNGRANTED_CLIENT_MS } from "../domain/connector_client.ts";
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

/** Repository of the connectors (client programs of AI assistants) that registered themselves. */
export interface ConnectorClientRepository {
  register(registration: ClientRegistration): Promise<ConnectorClient>;
  /** Returns a connector by its id; null if it is unknown or forgotten. */
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
  return {
    async register({ name, redirectAddresses, proof, secretDigest }) {
      const now = context.clock.now();
      const id = identifier("con", context.random.ulid());
      const expiresAt = now + UNGRANTED_CLIENT_MS;
      const record = { id, name, redirectAddresses, proof, secretDigest, registeredAt: now, expiresAt };
      await write(context, [putUntil(keys.connectorClient(id), record, { expiresAt, now })]);
      return connectorClientOf(record);
    },
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
 * is used; none if it has most of them left, or did not register itself.
 */
export async function prolongedClient(
  read: Reader,
  clientId: string,
  now: Instant,
): Promise<Pick<Change<unknown>, "checks" | "mutations">> {
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
