import { Agent as PlainAgent, type IncomingMessage, request as requestPlain } from "node:http";
import { Agent, request as requestOverTls } from "node:https";

export interface PromptClientOptions {
  readonly port: number;
  /** TLS certificate that the HTTP client trusts, as PEM text. Null for a connection without TLS. */
  readonly certificate: string | null;
  /** Headers that the HTTP client sends with every request. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * An HTTP client with keep-alive connections that sends small segments at once, as browsers and curl do. The runtime's
 * `fetch` holds the end of a large body back for up to 40 ms, until the server acknowledges the rest.
 */
export class PromptClient {
  readonly #options: PromptClientOptions;
  readonly #agent: PlainAgent | Agent;

  constructor(options: PromptClientOptions) {
    this.#options = options;
    const { certificate } = options;
    this.#agent = certificate === null
      ? new PlainAgent({ keepAlive: true })
      : new Agent({ keepAlive: true, ca: certificate });
  }

  send(method: "GET" | "POST", path: string, body?: string): Promise<Answer> {
    const { certificate, port, headers } = this.#options;
    const request = certificate === null ? requestPlain : requestOverTls;
    const length = body === undefined ? {} : { "content-length": String(new TextEncoder().encode(body).length) };
    const options = { host: "localhost", port, path, method, agent: this.#agent, headers: { ...headers, ...length } };
    return new Promise((resolve, reject) => {
      const sent = request(options, (message) => textOf(message).then(resolve, reject));
      sent.on("error", reject);
      sent.setNoDelay(true);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

async function textOf(message: IncomingMessage): Promise<Answer> {
  let text = "";
  message.setEncoding("utf8");
  for await (const part of message) text += part;
  return { status: message.statusCode ?? 0, text };
}
