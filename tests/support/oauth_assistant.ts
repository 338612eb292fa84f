import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { decide, PUBLIC_URL, REDIRECT, RESOURCE } from "./oauth_client.ts";
import type { Browser } from "./browser.ts";
import type { RunningService } from "./running_service.ts";

/** A person at a browser who allows everything that the assistant asks for. */
export interface ConsentingPerson {
  readonly service: RunningService;
  readonly person: Browser;
}

/** What the SDK's client keeps of a service that it discovered by itself, and how it sends a person there. */
export class KeptByAssistant implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { client_name: "SDK", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" };
  readonly #state = crypto.randomUUID();
  /** Where the client sent the person last. */
  sentTo: URL | null = null;
  #client: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
  #tokens: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
  #discovered: Awaited<ReturnType<NonNullable<OAuthClientProvider["discoveryState"]>>>;
  #verifier = "";

  state(): string {
    return this.#state;
  }
  clientInformation(): Awaited<ReturnType<OAuthClientProvider["clientInformation"]>> {
    return this.#client;
  }
  saveClientInformation(client: NonNullable<ReturnType<KeptByAssistant["clientInformation"]>>): void {
    this.#client = client;
  }
  tokens(): Awaited<ReturnType<OAuthClientProvider["tokens"]>> {
    return this.#tokens;
  }
  saveTokens(tokens: NonNullable<ReturnType<KeptByAssistant["tokens"]>>): void {
    this.#tokens = tokens;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  discoveryState(): Awaited<ReturnType<NonNullable<OAuthClientProvider["discoveryState"]>>> {
    return this.#discovered;
  }
  saveDiscoveryState(discovered: NonNullable<ReturnType<KeptByAssistant["discoveryState"]>>): void {
    this.#discovered = discovered;
  }
  redirectToAuthorization(url: URL): void {
    this.sentTo = url;
  }
  invalidateCredentials(what: "all" | "client" | "tokens" | "verifier" | "discovery"): void {
    if (what === "all" || what === "client") this.#client = undefined;
    if (what === "all" || what === "tokens") this.#tokens = undefined;
    if (what === "all" || what === "discovery") this.#discovered = undefined;
  }
}

/** The SDK's client, which is given the address of `/mcp` alone. */
export interface OAuthAssistant {
  readonly kept: KeptByAssistant;
  /** Method, path and status of every request that the client sent, in order. */
  readonly sent: string[];
  /** Returns a client and the transport by which it connects. */
  start(): { readonly client: Client; readonly transport: StreamableHTTPClientTransport };
}

/** Test helper. Returns the SDK's client before it knows anything of the service. */
export function oauthAssistant(service: RunningService): OAuthAssistant {
  const kept = new KeptByAssistant(), sent: string[] = [];
  // The client knows the service by its public address, which leads to no machine.
  const reach = async (address: string | URL, init?: RequestInit): Promise<Response> => {
    const { origin, pathname, search } = new URL(address);
    if (origin !== PUBLIC_URL) throw new TypeError(`The client asked ${origin}`);
    const response = await service.fetch(`${pathname}${search}`, init);
    sent.push(`${init?.method ?? "GET"} ${pathname} ${response.status}`);
    return response;
  };
  return {
    kept,
    sent,
    start: () => ({
      client: new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } }),
      transport: new StreamableHTTPClientTransport(new URL(RESOURCE), { fetch: reach, authProvider: kept }),
    }),
  };
}

/**
 * Test helper. Opens the consent page at an address of a client and allows all scopes that the client asks for, or only
 * those in `allowed` if that is given. Returns the address of the client to which the person is sent back.
 */
export async function consentAt(
  url: URL,
  { service, person }: ConsentingPerson,
  allowed?: readonly string[],
): Promise<URL> {
  if (url.origin !== PUBLIC_URL) throw new Error(`The client sends the person to ${url.origin}`);
  const led = await service.fetch(`${url.pathname}${url.search}`, { redirect: "manual" });
  const request = new URL(led.headers.get("location") ?? "about:blank").searchParams.get("request") ?? "";
  const { body: { scopes } } = await person.send("GET", `/oauth/requests/${request}`);
  const asked: readonly string[] = scopes.map(({ scope }: { readonly scope: string }) => scope);
  const { body } = await decide(person, request, asked.filter((scope) => allowed?.includes(scope) ?? true));
  return new URL(body.redirect_to);
}
