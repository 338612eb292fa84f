import { defineEndpoint, type Endpoint } from "../../src/http/endpoint.ts";

const PIECE = new Uint8Array(60_000);

/** `GET /endless`, which answers bytes without an end. */
export interface EndlessAnswer {
  readonly endpoint: Endpoint;
  /** Resolves when nobody wants the bytes any more. */
  readonly closed: Promise<void>;
  /** How many pieces were asked for. */
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
