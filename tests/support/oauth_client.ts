import { createHash } from "node:crypto";
import type { Browser, Reply } from "./browser.ts";

export const REDIRECT = "https://assistant.example.com/callback";
export const PUBLIC_URL = "https://service.localhost";
export const RESOURCE = `${PUBLIC_URL}/mcp`;
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

/** Service to which a connector sends its requests. */
export interface ServiceOfConnector {
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Response to a request of a connector: its body is JSON, the text of a page, or empty. */
export interface OAuthReply {
  readonly status: number;
  readonly headers: Headers;
  // deno-lint-ignore no-explicit-any -- a test looks into bodies of many shapes
  readonly body: any;
}

/** Test client that does what the connector of an assistant does, one step in each method. */
export class OAuthClient {
  readonly #service: ServiceOfConnector;
  readonly id: string;

  private constructor(service: ServiceOfConnector, id: string) {
    this.#service = service;
    this.id = id;
  }

  /** Returns a connector that is known by its id. */
  static of(service: ServiceOfConnector, id: string): OAuthClient {
    return new OAuthClient(service, id);
  }

  /** Registers a public connector. */
  static async register(
    service: ServiceOfConnector,
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<OAuthClient> {
    const { body } = await register(service, { token_endpoint_auth_method: "none", ...fields });
    return new OAuthClient(service, body.client_id);
  }

  /** Asks for authorization with the given parameters beside the usual ones; undefined leaves one out. */
  async authorize(parameters: Readonly<Record<string, string | undefined>> = {}): Promise<OAuthReply> {
    const query = formOf({
      response_type: "code",
      client_id: this.id,
      redirect_uri: REDIRECT,
      scope: "jobs:read jobs:write",
      state: "state 1",
      code_challenge: challengeOf(VERIFIER),
      code_challenge_method: "S256",
      resource: RESOURCE,
      ...parameters,
    });
    return await replyOf(await this.#service.fetch(`/oauth/authorize?${query}`, { redirect: "manual" }));
  }

  /** Asks for authorization and returns the id of the request, which is in the address of the page of consent. */
  async request(parameters: Readonly<Record<string, string | undefined>> = {}): Promise<string> {
    const { status, headers } = await this.authorize(parameters);
    const id = new URL(headers.get("location") ?? "about:blank").searchParams.get("request");
    if (status !== 302 || id === null) throw new Error(`No page of consent: ${status} ${headers.get("location")}`);
    return id;
  }

  /** Asks a person, who allows everything asked for or the given scopes, and returns the code. */
  async code(
    person: Browser,
    { parameters, scopes = ["jobs:read", "jobs:write"] }: {
      readonly parameters?: Readonly<Record<string, string>>;
      readonly scopes?: readonly string[];
    } = {},
  ): Promise<string> {
    const { body } = await decide(person, await this.request(parameters), scopes);
    const code = new URL(body.redirect_to).searchParams.get("code");
    if (code === null) throw new Error(`No code in ${body.redirect_to}`);
    return code;
  }

  /** Exchanges a code with the given fields beside the usual ones; undefined leaves one out. */
  exchange(code: string, fields: Readonly<Record<string, string | undefined>> = {}): Promise<OAuthReply> {
    return this.send("/oauth/token", {
      grant_type: "authorization_code",
      client_id: this.id,
      code,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      resource: RESOURCE,
      ...fields,
    });
  }

  refresh(token: string, fields: Readonly<Record<string, string | undefined>> = {}): Promise<OAuthReply> {
    return this.send("/oauth/token", {
      grant_type: "refresh_token",
      client_id: this.id,
      refresh_token: token,
      ...fields,
    });
  }

  /** Sends a form to an endpoint of the authorization server. */
  async send(
    path: string,
    fields: Readonly<Record<string, string | undefined>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<OAuthReply> {
    return await replyOf(await this.#service.fetch(path, { method: "POST", body: formOf(fields), headers }));
  }
}

/** Test helper. Sends a registration with the given fields beside the redirect address. */
export async function register(
  service: ServiceOfConnector,
  fields: Readonly<Record<string, unknown>>,
): Promise<OAuthReply> {
  const body = JSON.stringify({ redirect_uris: [REDIRECT], client_name: "Assistant", ...fields });
  const headers = { "content-type": "application/json" };
  return await replyOf(await service.fetch("/oauth/register", { method: "POST", body, headers }));
}

/** Test helper. Lets a person decide about a request. */
export function decide(person: Browser, request: string, scopes: readonly string[]): Promise<Reply> {
  return person.send("POST", `/oauth/requests/${request}/decision`, { body: { scopes } });
}

/** Returns the challenge of a verifier by the method S256. */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

function formOf(fields: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const given = Object.entries(fields).flatMap(([name, value]) => value === undefined ? [] : [[name, value]]);
  return new URLSearchParams(given);
}

async function replyOf(response: Response): Promise<OAuthReply> {
  const text = await response.text();
  const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
  const body = text === "" ? null : isPage ? text : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}
