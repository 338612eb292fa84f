import type { Browser } from "./browser.ts";
import type { RunningService } from "./running_service.ts";

/** One server-sent event of a run, as a test received it: its id and its parsed data. */
export interface ReceivedEvent {
  readonly id: string;
  // deno-lint-ignore no-explicit-any -- a test looks into bodies of many shapes
  readonly run: any;
}

/** An open stream of server-sent events of a run, read by a test. */
export interface OpenStream {
  readonly response: Response;
  /** Returns the next server-sent event; null at the end of the stream. */
  next(): Promise<ReceivedEvent | null>;
  /** Returns all remaining server-sent events up to the end of the stream. */
  rest(): Promise<readonly ReceivedEvent[]>;
  /** Aborts the stream of server-sent events, as a client does that closes. */
  leave(): void;
  [Symbol.dispose](): void;
}

/**
 * Test helper. Opens the event stream of a run. It bypasses the check of contracts, because that check would wait for
 * the end of the stream.
 */
export async function openEvents(
  service: RunningService,
  browser: Browser,
  runId: string,
  { headers = {}, http2 = true }: { headers?: Readonly<Record<string, string>>; http2?: boolean } = {},
): Promise<OpenStream> {
  const client = Deno.createHttpClient({ caCerts: [service.certificate], http2 });
  const gone = new AbortController();
  const response = await fetch(`${service.url}/jobs/${runId}/events`, {
    headers: { authorization: `Bearer ${browser.accessToken}`, ...headers },
    signal: gone.signal,
    client,
  });
  const frames = framesOf(response);
  const next = async (): Promise<ReceivedEvent | null> => {
    const { done, value } = await frames.next();
    return done ? null : eventOf(value);
  };
  return {
    response,
    next,
    async rest() {
      const events: ReceivedEvent[] = [];
      for (let event = await next(); event !== null; event = await next()) events.push(event);
      return events;
    },
    leave: () => gone.abort(),
    [Symbol.dispose]() {
      gone.abort();
      client.close();
    },
  };
}

async function* framesOf({ body }: Response): AsyncGenerator<string> {
  if (body === null) return;
  let text = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const frames = (text + chunk).split("\n\n");
    text = frames.pop() ?? "";
    yield* frames.filter((frame) => !frame.startsWith(":"));
  }
  if (text !== "") throw new Error(`The stream ends within an event: ${text}`);
}

function eventOf(frame: string): ReceivedEvent {
  const [, id, data] = /^id: (\S+)\ndata: (.*)$/.exec(frame) ?? [];
  if (data === undefined) throw new Error(`This is no event: ${frame}`);
  return { id, run: JSON.parse(data) };
}
