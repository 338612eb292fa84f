import type { TestSmtpServer } from "../support/smtp_server.ts";
import { until } from "../support/until.ts";
import { mailedToken } from "./mailed_token.ts";
import type { TestPlatform } from "./test_platform.ts";

const PASSWORD = "Correct horse";

/** A person with an API key at an app on the test platform. */
export interface Visitor {
  /**
   * Sends a request with the API key, or with an access token if one is given, and reads a JSON answer. Repeats the
   * request where the platform itself answered.
   */
  send(method: string, path: string, body?: unknown, token?: string): Promise<Answer>;
  readonly key: string;
  /** Signs in, and returns an access token. */
  signIn(): Promise<string>;
}

export interface Answer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- a test looks into bodies of many shapes
  readonly body: any;
}

/** Signs a person up at an app, verifies the address by the mailed token and makes an API key. */
export async function visitorOf(platform: TestPlatform, mails: TestSmtpServer, email: string): Promise<Visitor> {
  const post = async (path: string, body: unknown, token?: string): Promise<Record<string, string>> => {
    const { status, body: answer } = await sent(platform, {
      method: "POST",
      path,
      body,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    if (status >= 400) throw new Error(`POST ${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  };
  await post("/auth/signup", { email, password: PASSWORD, full_name: "Ada Lovelace" });
  await until(() => mailedToken(mails, email) !== null, "the mail with the token");
  await post("/auth/email/verify/confirm", { token: mailedToken(mails, email) });
  const signIn = async (): Promise<string> =>
    (await post("/auth/login", { email, password: PASSWORD })).access_token ?? "";
  const access_token = await signIn();
  const { id } = await post("/auth/api-clients", { name: "Desk" }, access_token);
  const { key = "" } = await post("/auth/api-keys", { client_id: id, name: "Key" }, access_token);
  return {
    key,
    signIn,
    send: (method, path, body, token) =>
      sent(platform, {
        method,
        path,
        body,
        headers: token === undefined ? { "x-api-key": key } : { authorization: `Bearer ${token}` },
      }),
  };
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends a request, again where the platform answered 502 because an instance ended under it. */
async function sent(platform: TestPlatform, { method, path, body, headers }: Sent): Promise<Answer> {
  for (let triesLeft = 20;; triesLeft--) {
    const response = await platform.fetch(path, {
      method,
      headers: { ...headers, ...body === undefined ? {} : { "content-type": "application/json" } },
      ...body === undefined ? {} : { body: JSON.stringify(body) },
    });
    const text = await response.text();
    if (response.status === 502 && triesLeft > 0) continue;
    return { status: response.status, body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text };
  }
}
