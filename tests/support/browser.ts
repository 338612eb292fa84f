import type { RunningService } from "./running_service.ts";

/**
 * Response of the service to a request of a test. Its body was read completely; a JSON body is parsed, any other is
 * text.
 */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // deno-lint-ignore no-explicit-any -- a test looks into bodies of many shapes
  readonly body: any;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the test's request has no `Authorization` header although the person is signed in. */
  readonly anonymous?: boolean;
}

/**
 * Test client of a person at a browser. It keeps cookies and an access token as a client does. The tested service fails
 * on any response that the contract of its endpoint does not promise.
 */
export class Browser {
  readonly #service: RunningService;
  readonly cookies = new Map<string, string>();
  accessToken: string | null = null;

  constructor(service: RunningService) {
    this.#service = service;
  }

  async send(
    method: string,
    path: string,
    { body, headers = {}, anonymous = false }: RequestOptions = {},
  ): Promise<Reply> {
    const sent = new Headers(headers);
    if (this.accessToken !== null && !anonymous && !sent.has("authorization")) {
      sent.set("authorization", `Bearer ${this.accessToken}`);
    }
    if (this.cookies.size > 0 && !sent.has("cookie")) {
      sent.set(
        "cookie",
        [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      );
    }
    const csrf = this.cookies.get("csrf_token");
    if (csrf !== undefined && method !== "GET" && !sent.has("x-csrf-token")) sent.set("x-csrf-token", csrf);
    if (body !== undefined && !sent.has("content-type")) sent.set("content-type", "application/json");
    const response = await this.#service.fetch(path, { method, headers: sent, body: textOf(body) });
    this.#storeCookies(response.headers);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: isJson(response) ? JSON.parse(text) : text };
  }

  /** Test client. Signs a person up; the email address is not yet verified. */
  signUp(email: string, password = PASSWORD): Promise<Reply> {
    return this.send("POST", "/auth/signup", { body: { email, password, full_name: "Ada Lovelace" } });
  }

  /** Test client. Signs a person in with a password and keeps the access token. */
  async logIn(email: string, password = PASSWORD): Promise<Reply> {
    const reply = await this.send("POST", "/auth/login", { body: { email, password }, anonymous: true });
    if (reply.status === 200) this.accessToken = reply.body.access_token;
    return reply;
  }

  #storeCookies(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair, ...attributes] = cookie.split("; ");
      const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

export const PASSWORD = "Correct horse";

let people = 0;

/**
 * Test helper. Returns the browser of a new person who has signed up and in and whose email address is verified. The
 * address is verified directly in the store, because waiting for the mail with its token would take time.
 */
export async function verifiedBrowser(service: RunningService, email = newEmail()): Promise<Browser> {
  const browser = await unverifiedBrowser(service, email);
  const member = await service.store.accounts.findByEmail(email);
  if (member === null) throw new Error(`Nobody has ${email}`);
  await service.store.accounts.verifyEmail(member.account.id);
  return browser;
}

/** Test helper. Returns the browser of a new person who has signed up and in but has not verified the email address. */
export async function unverifiedBrowser(service: RunningService, email = newEmail()): Promise<Browser> {
  const browser = new Browser(service);
  const signedUp = await browser.signUp(email);
  if (signedUp.status !== 201) {
    throw new Error(`Cannot sign up ${email}: ${signedUp.status} ${JSON.stringify(signedUp.body)}`);
  }
  const signedIn = await browser.logIn(email);
  if (signedIn.status !== 200) throw new Error(`Cannot sign in ${email}: ${signedIn.status}`);
  return browser;
}

export function newEmail(): string {
  return `person-${++people}@example.com`;
}

/** Test helper. Returns the one-time token in the text of a mail. Throws if the mail has none. */
export function tokenOf({ text }: { readonly text: string }): string {
  const token = /^Token: (\S+)$/m.exec(text)?.[1];
  if (token === undefined) throw new Error("There is no token in the mail");
  return token;
}

function textOf(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return JSON.stringify(body);
}

function isJson(response: Response): boolean {
  return /^application\/(problem\+)?json/.test(response.headers.get("content-type") ?? "");
}
