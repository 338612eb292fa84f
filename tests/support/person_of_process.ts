import type { ServiceProcess } from "./service_process.ts";

/** A signed-up person with an API key at a service that runs in its own process. */
export interface PersonOfProcess extends Disposable {
  /** Sends a request with the person's API key; `path` begins with a slash. */
  fetch(path: string, init?: SentInit): Promise<Response>;
  /** Sends a request with the person's access token. Signs in again if the token has expired. */
  fetchSignedIn(path: string, init?: SentInit): Promise<Response>;
}

interface SentInit {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

interface PlaceOfProcess {
  readonly port: number;
  readonly dataDir: string;
  readonly otherPorts?: readonly number[];
}

const PASSWORD = "Correct horse";

/**
 * Test helper. Signs a person up at a service process that prints its mails, verifies the email address, and creates an
 * API key. With `otherPorts`, further requests go to that process and to those at the other ports in turn.
 */
export async function personOfProcess(
  process: Pick<ServiceProcess, "printed">,
  { port, dataDir, otherPorts = [] }: PlaceOfProcess,
): Promise<PersonOfProcess> {
  const client = Deno.createHttpClient({ caCerts: [await Deno.readTextFile(`${dataDir}/tls/certificate.pem`)] });
  const url = `https://localhost:${port}`;
  const post = async (path: string, body: unknown, token?: string): Promise<Record<string, string>> => {
    const headers = { "content-type": "application/json", ...token && { authorization: `Bearer ${token}` } };
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body), client });
    const answer = await response.json();
    if (!response.ok) throw new Error(`Cannot POST ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const email = "ada@example.com";
  await post("/auth/signup", { email, password: PASSWORD, full_name: "Ada Lovelace" });
  const token = (await process.printed(/^Token: /)).slice("Token: ".length);
  await post("/auth/email/verify/confirm", { token });
  const signIn = async (): Promise<string> => (await post("/auth/login", { email, password: PASSWORD })).access_token;
  let session = await signIn();
  const { id } = await post("/auth/api-clients", { name: "Desk" }, session);
  const { key } = await post("/auth/api-keys", { client_id: id, name: "Key" }, session);
  const urls = [port, ...otherPorts].map((port) => `https://localhost:${port}`);
  let sent = 0;
  const send = (path: string, init: SentInit | undefined, credential: Record<string, string>): Promise<Response> =>
    fetch(`${urls[sent++ % urls.length]}${path}`, { ...init, client, headers: { ...init?.headers, ...credential } });
  return {
    fetch: (path, init) => send(path, init, { "x-api-key": key }),
    async fetchSignedIn(path, init) {
      const response = await send(path, init, { authorization: `Bearer ${session}` });
      if (response.status !== 401) return response;
      await response.body?.cancel();
      session = await signIn();
      return await send(path, init, { authorization: `Bearer ${session}` });
    },
    [Symbol.dispose]: () => client.close(),
  };
}
