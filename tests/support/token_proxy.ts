import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { request } from "node:https";
import { freePort } from "./free_port.ts";

/** Proxy without TLS before a service, which adds an access token to every request. */
export interface TokenProxy extends AsyncDisposable {
  readonly url: string;
}

/**
 * Test helper. Starts a proxy for programs that know no token, such as a suite of conformance. All other headers pass
 * as they are.
 */
export async function tokenProxy(
  { url, certificate }: { readonly url: string; readonly certificate: string },
  token: string,
): Promise<TokenProxy> {
  const port = freePort();
  const { hostname, port: servicePort } = new URL(url);
  const pass = (sent: IncomingMessage, answer: ServerResponse): void => {
    const headers = { ...sent.headers, authorization: `Bearer ${token}` };
    const passed = request(
      { hostname, port: servicePort, path: sent.url, method: sent.method, headers, ca: certificate, agent: false },
      (message) => {
        answer.writeHead(message.statusCode ?? 502, message.headers);
        message.pipe(answer);
      },
    );
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    sent.pipe(passed);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
