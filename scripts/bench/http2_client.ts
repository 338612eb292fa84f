import { type ClientHttp2Session, connect } from "node:http2";
import { connect as connectTls } from "node:tls";

export interface Http2Options {
  readonly port: number;
  /** What the server shows for itself, as PEM; null speaks without TLS. */
  readonly certificate: string | null;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Http2Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * A client on one connection of HTTP/2 that sends small segments at once, as browsers and curl do. `fetch` of this runtime does not, so that
 * the end of a large body waits up to 40 ms for the server's acknowledgement.
 */
export class Http2Client {
  readonly #session: ClientHttp2Session;
  readonly #headers: Http2Options["headers"];

  constructor({ port, certificate, headers }: Http2Options) {
    this.#headers = headers;
    this.#session = certificate === null
      ? connect(`http://localhost:${port}`)
      : connect(`https://localhost:${port}`, { createConnection: () => promptSocket(port, certificate) });
  }

  send(method: "GET" | "POST", path: string, body?: string): Promise<Http2Answer> {
    return new Promise((resolve, reject) => {
      const request = this.#session.request({ ":method": method, ":path": path, ...this.#headers });
      let [status, text] = [0, ""];
      request.setEncoding("utf8");
      request.on("response", (headers) => void (status = Number(headers[":status"])));
      request.on("data", (part: string) => void (text += part));
      request.on("end", () => resolve({ status, text }));
      request.on("error", reject);
      request.end(body);
    });
  }

  close(): void {
    this.#session.close();
  }
}

function promptSocket(port: number, certificate: string): ReturnType<typeof connectTls> {
  const server = { host: "localhost", servername: "localhost", port };
  return connectTls({ ...server, ca: certificate, ALPNProtocols: ["h2"] }).setNoDelay(true);
}
