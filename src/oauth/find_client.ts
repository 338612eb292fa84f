import { type ConnectorClient, isDocumentId } from "../domain/connector_client.ts";
import type { ConnectorClientRepository } from "../store/connector_clients.ts";
import type { ClientDocuments } from "./client_documents.ts";

/** Where connectors are found: those that registered themselves, and those that a document describes. */
export interface KnownClients {
  readonly connectorClients: ConnectorClientRepository;
  readonly clientDocuments: Pick<ClientDocuments, "find">;
}

/**
 * Returns the connector with this id; null if nobody registered it. Throws the errors of `ClientDocuments` for the
 * address of a document.
 */
export async function findClient(
  clientId: string,
  { connectorClients, clientDocuments }: KnownClients,
): Promise<ConnectorClient | null> {
  return isDocumentId(clientId) ? await clientDocuments.find(clientId) : await connectorClients.find(clientId);
}
