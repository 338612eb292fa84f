import { defineEndpoint, type Endpoint } from "../../src/http/endpoint.ts";

const PIECE = new Uint8Array(60_000);

/** The test endpoint `GET /endless`, whose response body never ends. */
export interface EndlessAnswer {
  readonly endpoint: Endpoint;
  /** Promise that resolves when the consumer of the endless response body cancels it. */
  readonly closed: Promise<void>;
  /** Returns how many pieces of 60,000 bytes of the endless response body have been requested. */
  pulled(): number;
}

export function endlessAnswer(): EndlessAnswer {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let pulled = 0;
  const endpoint = defineEndpoint({
    method: "GET",
    path: "/endless",
    credential: "public",
    rateLimit: "none",
    summary: "Never end",
    responses: { 200: { description: "Bytes", media: "application/octet-stream" } },
  }, () => {
    const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => (pulled++, controller.enqueue(PIECE)),
      cancel: () => resolve(),
    }, { highWaterMark: 0 });
    return Promise.resolve({ status: 200, bytes });
  });
  return { endpoint, closed, pulled: () => pulled };
}
