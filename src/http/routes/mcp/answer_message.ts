import { createMcpHandler, type Server, type ServerEventBus } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { AnswerBytes } from "../../endpoint.ts";
import type { GrantHold } from "./grant_hold.ts";

type Headed = { readonly status: 200 | 400 | 404 | 406; readonly headers: Record<string, string> };

/** Answer to one message: all of it, the events that tell it, or nothing for a notification. */
export type MessageAnswer =
  | Headed & { readonly bytes: AnswerBytes }
  | Headed & { readonly stream: ReadableStream<Uint8Array<ArrayBuffer>> }
  | { readonly status: 202 };

/**
 * Answers a message of either era of the protocol by a server made for it alone, as long as the hold lasts. The hold
 * ends with the answer. Throws the refusal of the hold, and an error for an answer that the protocol does not have.
 */
export async function answerMessage(
  { url, body, headers, hold }: {
    readonly url: string;
    readonly body: unknown;
    readonly headers: Headers;
    readonly hold: GrantHold;
  },
  { serverOf, bus, onRefused }: {
    readonly serverOf: (client: { readonly canSubscribe: boolean }) => Server;
    readonly bus: ServerEventBus;
    readonly onRefused: (error: Error) => void;
  },
): Promise<MessageAnswer> {
  let isOldEra = false;
  const handler = createMcpHandler(({ era }) => {
    isOldEra = era === "legacy";
    return serverOf({ canSubscribe: !isOldEra });
  }, { bus, onerror: onRefused });
  const request = new Request(url, { method: "POST", headers: protocolHeaders(headers), signal: hold.signal });
  const answered = handler.fetch(request, { parsedBody: body });
  let isStreaming = false;
  try {
    const response = await hold.during(answered);
    hold.signal.throwIfAborted();
    const answer = await answerOf(response);
    if (answer.status === 202 || !("stream" in answer)) return answer;
    if (isOldEra && !wantsProgress(body)) return await hold.during(inOnePiece(answer));
    isStreaming = true;
    return { ...answer, stream: hold.over(answer.stream) };
  } finally {
    if (!isStreaming) {
      hold.end();
      void discardRest(answered);
    }
  }
}

/** Whether a message asks for the progress of its request, which is told by events before the answer. */
function wantsProgress(body: unknown): boolean {
  return PROGRESS.safeParse(body).success;
}

const PROGRESS = z.object({
  params: z.object({ _meta: z.object({ progressToken: z.union([z.string(), z.number()]) }) }),
});

/**
 * Returns events of which none but the answer is expected as that answer. The library tells every request of the older
 * era by events, whose head and event leave in two writes, and the second waits for the client's acknowledgement.
 */
async function inOnePiece(
  { status, headers, stream }: Headed & { readonly stream: ReadableStream<Uint8Array<ArrayBuffer>> },
): Promise<MessageAnswer> {
  const text = await new Response(stream).text();
  const [answer, ...others] = [...text.matchAll(/^data: ?(.+)$/gm)].map(([, message]) => message);
  const isAlone = answer !== undefined && others.length === 0;
  const bytes = new TextEncoder().encode(isAlone ? answer : text);
  return { status, bytes, headers: isAlone ? { "content-type": "application/json" } : headers };
}

/** Returns the headers that the protocol knows. */
function protocolHeaders(headers: Headers): Headers {
  return new Headers(
    [...headers].filter(([name]) => name === "accept" || name === "content-type" || name.startsWith("mcp-")),
  );
}

/** Cancels what is left of an answer that nobody reads to its end. */
async function discardRest(answered: Promise<Response>): Promise<void> {
  // The failure of the answer itself has been told already.
  const response = await answered.catch(() => null);
  if (response !== null && !response.bodyUsed) await response.body?.cancel();
}

/** Headers that keep proxies from buffering or compressing an event stream, which would delay its events. */
const UNBUFFERED = { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" };

async function answerOf(response: Response): Promise<MessageAnswer> {
  const { status, body } = response;
  if (status === 202) return { status };
  if (status !== 200 && status !== 400 && status !== 404 && status !== 406) {
    throw new Error(`The protocol's library answered with ${status}: ${await response.text()}`);
  }
  const type = response.headers.get("content-type") ?? "application/json";
  if (body !== null && type.startsWith("text/event-stream")) {
    return { status, stream: body, headers: { "content-type": type, ...UNBUFFERED } };
  }
  return { status, bytes: await response.bytes(), headers: { "content-type": "application/json" } };
}
