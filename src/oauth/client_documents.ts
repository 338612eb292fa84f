import { z } from "zod";
import { line } from "../accounts/fields.ts";
import { type ConnectorClient, LONGEST_CLIENT_DOCUMENT_ADDRESS } from "../domain/connector_client.ts";
import { DomainError } from "../domain/errors.ts";
import { type Instant, MINUTE_MS } from "../domain/instant.ts";
import type { Clock } from "../runtime/clock.ts";
import type { ConnectorClientRepository } from "../store/connector_clients.ts";
import { fetchDocument, INTERNET, type StrangerNetwork } from "./fetch_document.ts";
import { faultOfRedirectAddress } from "./redirect_address.ts";

/** Largest number of documents that a process fetches at the same time. */
const AT_ONCE = 16;
/** Largest number of them that come from one host name: a slow host leaves places for others. */
const AT_ONCE_OF_HOST = 2;
/** Milliseconds for which an address whose document could not be used is refused without another look. */
const FAILURE_MS = MINUTE_MS;
/** Largest number of such addresses that a process remembers; the oldest goes first. */
const MOST_FAILURES = 1_000;

/** Fields of a client's metadata document that this service uses. Others are ignored. */
const document = z.object({
  client_id: z.string(),
  client_name: line(100),
  redirect_uris: z.array(
    z.string().refine((address) => faultOfRedirectAddress(address) === null, "Must be an address for answers"),
  ).min(1).max(10),
  token_endpoint_auth_method: z.literal("none").optional(),
  grant_types: z.array(z.string()).refine((types) => types.includes("authorization_code"), "Must name codes")
    .optional(),
  response_types: z.array(z.string()).refine((types) => types.includes("code"), "Must have code").optional(),
  // A secret that everybody can read proves nothing.
  client_secret: z.undefined().optional(),
  client_secret_expires_at: z.undefined().optional(),
});

interface Failure {
  readonly untilMs: Instant;
  readonly message: string;
}

/** Connectors whose id is the HTTPS address of a document that describes them (OAuth client id metadata documents). */
export class ClientDocuments {
  readonly #connectorClients: ConnectorClientRepository;
  readonly #clock: Clock;
  readonly #network: StrangerNetwork;
  readonly #underWay = new Map<string, Promise<ConnectorClient>>();
  readonly #underWayOfHost = new Map<string, number>();
  /** Refusals of addresses, the oldest first. */
  readonly #failures = new Map<string, Failure>();

  constructor(
    { connectorClients, clock }: { readonly connectorClients: ConnectorClientRepository; readonly clock: Clock },
    network: StrangerNetwork = INTERNET,
  ) {
    this.#connectorClients = connectorClients;
    this.#clock = clock;
    this.#network = network;
  }

  /**
   * Returns the connector that a document describes, as it was at most a day ago. Throws `invalid_request` if the
   * document cannot be fetched or used, or could not within the last minute, and `not_ready` if too many are fetched
   * at the moment, of all hosts or of this one.
   */
  async find(clientId: string): Promise<ConnectorClient> {
    const url = documentAddress(clientId);
    if (url === null) throw unusable("its address has not the form of one: https, a host name and a path");
    const known = await this.#connectorClients.find(clientId) ?? this.#underWay.get(clientId);
    if (known !== undefined) return await known;
    const failure = this.#failures.get(clientId);
    if (failure !== undefined && this.#clock.now() < failure.untilMs) {
      throw new DomainError("invalid_request", failure.message);
    }
    if (this.#underWay.size >= AT_ONCE || this.#countOf(url.hostname) >= AT_ONCE_OF_HOST) {
      throw new DomainError("not_ready", "Too many assistants are looked at for the first time: try again soon", {
        retryAfterSeconds: 5,
      });
    }
    const fetched = this.#inPlace(clientId, url);
    this.#underWay.set(clientId, fetched);
    return await fetched;
  }

  /** Fetches a document while it has a place among those under way, of all hosts and of its own. */
  async #inPlace(clientId: string, url: URL): Promise<ConnectorClient> {
    const { hostname } = url;
    this.#underWayOfHost.set(hostname, this.#countOf(hostname) + 1);
    try {
      return await this.#fetch(clientId, url);
    } catch (error) {
      if (error instanceof DomainError && error.code === "invalid_request") this.#remember(clientId, error);
      throw error;
    } finally {
      this.#underWay.delete(clientId);
      const left = this.#countOf(hostname) - 1;
      if (left > 0) this.#underWayOfHost.set(hostname, left);
      else this.#underWayOfHost.delete(hostname);
    }
  }

  #countOf(hostname: string): number {
    return this.#underWayOfHost.get(hostname) ?? 0;
  }

  #remember(clientId: string, { message }: DomainError): void {
    this.#failures.delete(clientId);
    this.#failures.set(clientId, { untilMs: this.#clock.now() + FAILURE_MS, message });
    const [oldest] = this.#failures.keys();
    if (oldest !== undefined && this.#failures.size > MOST_FAILURES) this.#failures.delete(oldest);
  }

  async #fetch(clientId: string, url: URL): Promise<ConnectorClient> {
    const read = document.safeParse(await this.#jsonAt(url));
    if (!read.success) {
      const [{ path, message }] = read.error.issues;
      throw unusable(`${path.join(".") || "it"}: ${message}`);
    }
    const { client_id, client_name, redirect_uris } = read.data;
    if (client_id !== clientId) throw unusable("its client_id is not its own address");
    return await this.#connectorClients.keepDocument({
      id: clientId,
      name: client_name,
      redirectAddresses: redirect_uris,
    });
  }

  async #jsonAt(url: URL): Promise<unknown> {
    try {
      return JSON.parse(await fetchDocument(url, this.#network));
    } catch (cause) {
      // One sentence for every cause: a stranger could learn from it what names and ports this network has.
      const error = unusable(
        "it must answer within 5 s over HTTPS from a public address, without a redirect, with JSON of at most 64 KiB",
      );
      error.cause = cause;
      throw error;
    }
  }
}

/** Returns the address of a client's document that a `client_id` is; null if it has another form. */
function documentAddress(clientId: string): URL | null {
  if (clientId.length > LONGEST_CLIENT_DOCUMENT_ADDRESS || !URL.canParse(clientId)) return null;
  const url = new URL(clientId);
  const hasForm = url.protocol === "https:" && url.username === "" && url.password === "" && url.pathname !== "/" &&
    !clientId.includes("#") && /\.[a-z][a-z0-9-]*$/.test(url.hostname);
  // An address that the parser changes, as one with `..` in its path, would have several spellings.
  return hasForm && url.href === clientId ? url : null;
}

function unusable(why: string): DomainError {
  return new DomainError("invalid_request", `Cannot use the assistant's description at its client_id: ${why}`);
}
