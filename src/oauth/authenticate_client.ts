import { secretDigest } from "../accounts/secrets.ts";
import { type ConnectorClient, isDocumentId } from "../domain/connector_client.ts";
import { DomainError } from "../domain/errors.ts";
import type { ConnectorClientRepository } from "../store/connector_clients.ts";

/** Type of the parts of a request by which a connector tells who it is (RFC 6749, 2.3). */
export interface ClientCredentials {
  /** Header `Authorization`; null without one. */
  readonly authorization: string | null;
  /** Fields `client_id` and `client_secret` of the form. */
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
}

/** Type of a connector of which it is known who it is, and not what it may. */
export type AuthenticatedClient = Pick<ConnectorClient, "id">;

/**
 * Returns the connector that sends a request, after its secret was checked if it has one. One that a document describes
 * has no secret, so nothing of the document is needed: codes and tokens are bound to its id. Throws `invalid_client` if
 * it is unknown or its proof is wrong or not the one that it registered, and `invalid_request` for two proofs at once.
 */
export async function authenticateClient(
  { authorization, clientId, clientSecret }: ClientCredentials,
  { connectorClients }: { readonly connectorClients: ConnectorClientRepository },
): Promise<AuthenticatedClient> {
  const basic = authorization === null ? null : basicOf(authorization);
  if (basic !== null && clientSecret !== undefined) {
    throw new DomainError("invalid_request", "The client proves itself in two ways: use one");
  }
  if (basic !== null && clientId !== undefined && clientId !== basic.id) {
    throw new DomainError("invalid_request", "The header Authorization and client_id name different clients");
  }
  const id = basic?.id ?? clientId;
  const client = id === undefined ? null : isDocumentId(id) ? describedClient(id) : await connectorClients.find(id);
  if (client === null) throw invalidClient("The client is unknown: register it");
  const proof = basic !== null ? "client_secret_basic" : clientSecret !== undefined ? "client_secret_post" : "none";
  if (client.proof !== proof) throw invalidClient(`The client must prove itself by ${client.proof}`);
  const secret = basic?.secret ?? clientSecret;
  if (secret === undefined) return client;
  if (await connectorClients.hasSecret(client.id, secretDigest(secret))) return client;
  throw invalidClient("The secret of the client is wrong");
}

function describedClient(id: string): Pick<ConnectorClient, "id" | "proof"> {
  return { id, proof: "none" };
}

/**
 * Returns id and secret of the header `Authorization` of scheme `Basic`, in which both are encoded as in a form (RFC
 * 6749, 2.3.1). Throws `invalid_client` for another form.
 */
function basicOf(header: string): { readonly id: string; readonly secret: string } {
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header.trim()) ?? [];
  const text = encoded === undefined ? null : decoded(encoded);
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(text ?? "") ?? [];
  const parts = id === undefined || secret === undefined ? null : [formDecoded(id), formDecoded(secret)];
  const [clientId, clientSecret] = parts ?? [];
  if (typeof clientId === "string" && typeof clientSecret === "string") return { id: clientId, secret: clientSecret };
  throw invalidClient('The header Authorization does not have the form "Basic <id and secret>"');
}

function decoded(base64: string): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.fromBase64(base64));
  } catch (error) {
    // Both are answers to a wrong header: `SyntaxError` of the base64, `TypeError` of the UTF-8.
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

function formDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function invalidClient(detail: string): DomainError {
  return new DomainError("invalid_client", detail);
}
