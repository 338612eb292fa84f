/**
 * Sends requests over keep-alive connections, one after another on each, and prints how many per second were answered
 * with 200. It runs in a process of its own, so that it takes no time from the event loop that it measures.
 */
import { connect } from "node:net";

interface Load {
  readonly port: number;
  readonly path: string;
  /** API keys of the HTTP load, one per request in turn. No key is sent where the list is empty. */
  readonly keys: readonly string[];
  readonly durationMs: number;
  readonly connections: number;
}

/** Result of an HTTP load: answers per second, and refusals. */
export interface LoadAnswer {
  readonly perSecond: number;
  /** Number of HTTP answers to the load with a status other than 200. */
  readonly refused: number;
}

if (import.meta.main) {
  const load: Load = JSON.parse(await new Response(Deno.stdin.readable).text());
  // deno-lint-ignore no-console
  console.log(JSON.stringify(await answerOf(load)));
}

async function answerOf(load: Load): Promise<LoadAnswer> {
  const requests = requestsOf(load);
  const counts = { answered: 0, refused: 0, sent: 0 };
  const endMs = performance.now() + load.durationMs;
  const next = (): string | null => performance.now() < endMs ? requests[counts.sent++ % requests.length] : null;
  const onStatus = (status: string): void => {
    if (status === "200") counts.answered++;
    else counts.refused++;
  };
  await Promise.all(Array.from({ length: load.connections }, () => converse(load.port, { next, onStatus })));
  return { perSecond: Math.round(counts.answered / load.durationMs * 1_000), refused: counts.refused };
}

function requestsOf({ path, keys }: Load): readonly string[] {
  const lines = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`;
  return keys.length === 0 ? [`${lines}\r\n`] : keys.map((key) => `${lines}X-API-Key: ${key}\r\n\r\n`);
}

interface Conversation {
  /** Returns the text of the next HTTP request of the load, or null where the load is over. */
  readonly next: () => string | null;
  readonly onStatus: (status: string) => void;
}

function converse(port: number, { next, onStatus }: Conversation): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1").setNoDelay(true).setEncoding("latin1");
    let received = "";
    const send = (): void => {
      const request = next();
      if (request !== null) socket.write(request);
      else {
        socket.destroy();
        resolve();
      }
    };
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("data", (text: string) => {
      received += text;
      if (!isWhole(received)) return;
      onStatus(received.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
      received = "";
      send();
    });
  });
}

function isWhole(received: string): boolean {
  const end = received.indexOf("\r\n\r\n");
  const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
  return end !== -1 && received.length >= end + 4 + length;
}
