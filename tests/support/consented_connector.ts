import type { ConnectorClient } from "../../src/domain/connector_client.ts";
import type { ConnectorScope } from "../../src/domain/connector_scope.ts";
import type { CodeExchange, IssuedTokens, TokenRefresh } from "../../src/store/connector_tokens.ts";
import type { Repositories } from "../../src/store/mod.ts";
import type { Credentials } from "./temporary_store.ts";

export const REDIRECT_ADDRESS = "https://assistant.example.com/callback";
export const RESOURCE = "https://localhost/mcp";
const SCOPES: readonly ConnectorScope[] = ["jobs:read", "jobs:write"];

let requests = 0;

interface ConsentOptions {
  /** Connector that asks; a new one registers if absent. */
  readonly client?: ConnectorClient;
  readonly scopes?: readonly ConnectorScope[];
  /** Digest of the code that the connector gets. */
  readonly code?: string;
}

/** Test helper. Lets a connector ask a person with a session, who allows everything, and returns the connector. */
export async function consentedConnector(
  store: Repositories,
  { account, session }: Pick<Credentials, "account" | "session">,
  { client, scopes = SCOPES, code = "code" }: ConsentOptions = {},
): Promise<ConnectorClient> {
  const asking = client ?? await registeredConnector(store);
  const digest = `request ${++requests}`;
  await store.authorizationRequests.add(digest, {
    clientId: asking.id,
    redirectAddress: REDIRECT_ADDRESS,
    codeChallenge: "challenge",
    resource: RESOURCE,
    scopes,
    state: null,
  });
  const consent = { sessionId: session.id, clientName: asking.name, scopes, codeDigest: code };
  await store.authorizationRequests.allow(digest, account.id, consent);
  return asking;
}

/** Test helper. Registers a public connector. */
export function registeredConnector({ connectorClients }: Repositories): Promise<ConnectorClient> {
  return connectorClients.register({
    name: "Assistant",
    redirectAddresses: [REDIRECT_ADDRESS],
    proof: "none",
    secretDigest: null,
  });
}

/** Test helper. Exchanges a code for tokens with the given digests. */
export function exchangeCode(
  { connectorTokens }: Repositories,
  { code = "code", access = "access", refresh = "refresh", check = () => undefined }: {
    readonly code?: string;
    readonly access?: string;
    readonly refresh?: string;
    readonly check?: CodeExchange["check"];
  } = {},
): Promise<readonly ConnectorScope[]> {
  return connectorTokens.exchange(code, { check, accessDigest: access, refreshDigest: refresh });
}

/**
 * Test helper. Exchanges the refresh token with this digest. The digest of the next one is made of both digest and
 * nonce, as a token is.
 */
export function refreshTokens(
  { connectorTokens }: Repositories,
  client: ConnectorClient,
  digest: string,
  { nonce = "nonce", access = `access after ${digest}`, scopes = null }: {
    readonly nonce?: string;
    readonly access?: string;
    readonly scopes?: TokenRefresh["scopes"];
  } = {},
): Promise<IssuedTokens> {
  return connectorTokens.refresh(digest, {
    clientId: client.id,
    scopes,
    accessDigest: access,
    nonce,
    digestOfNext: (text) => nextDigest(digest, text),
  });
}

/** Test helper. Returns the digest of the refresh token that follows the one with this digest. */
export function nextDigest(digest: string, nonce = "nonce"): string {
  return `${digest}+${nonce}`;
}
