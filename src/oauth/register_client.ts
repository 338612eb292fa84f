import { newSecret, type RandomBytes, secretDigest } from "../accounts/secrets.ts";
import type { ClientProof, ConnectorClient } from "../domain/connector_client.ts";
import { DomainError } from "../domain/errors.ts";
import type { ConnectorClientRepository } from "../store/connector_clients.ts";
import { faultOfRedirectAddress } from "./redirect_address.ts";

/** Type of the fields of a registration (RFC 7591) that this service uses. */
export interface Registration {
  readonly name: string | null;
  readonly redirectAddresses: readonly string[];
  readonly proof: ClientProof;
  readonly grantTypes: readonly string[] | null;
  readonly responseTypes: readonly string[] | null;
}

export interface RegisteredClient {
  readonly client: ConnectorClient;
  /** Secret of a confidential client, shown once; null for a public one. */
  readonly secret: string | null;
}

/**
 * Registers a connector. Throws `invalid_redirect_uri` for an address to which no answer may go, and
 * `invalid_client_metadata` for a client that wants another flow than that of codes.
 */
export async function registerClient(
  { name, redirectAddresses, proof, grantTypes, responseTypes }: Registration,
  { connectorClients, random }: {
    readonly connectorClients: ConnectorClientRepository;
    readonly random: { readonly bytes: RandomBytes };
  },
): Promise<RegisteredClient> {
  refuseAddresses(redirectAddresses);
  refuseOtherFlows(grantTypes ?? ["authorization_code"], responseTypes ?? ["code"]);
  const secret = proof === "none" ? null : newSecret(random.bytes);
  const digest = secret === null ? null : secretDigest(secret);
  const client = await connectorClients.register({ name, redirectAddresses, proof, secretDigest: digest });
  return { client, secret };
}

function refuseAddresses(addresses: readonly string[]): void {
  for (const address of addresses) {
    const fault = faultOfRedirectAddress(address);
    if (fault === null) continue;
    throw new DomainError("invalid_redirect_uri", `The redirect address ${address.slice(0, 200)} ${fault}`);
  }
}

function refuseOtherFlows(grantTypes: readonly string[], responseTypes: readonly string[]): void {
  if (!grantTypes.includes("authorization_code")) {
    throw new DomainError("invalid_client_metadata", "grant_types must have authorization_code");
  }
  if (!responseTypes.includes("code")) {
    throw new DomainError("invalid_client_metadata", "response_types must have code");
  }
}
