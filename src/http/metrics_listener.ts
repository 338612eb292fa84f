import type { RecordedMetrics } from "../runtime/recorded_metrics.ts";

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Serves `GET /metrics` in the text format of Prometheus, in plain and without a credential, on a port of its own.
 * Throws the error of the runtime where the port cannot be used. Disposing of the result closes the port at once.
 */
export function listenForScrapes(
  metrics: Pick<RecordedMetrics, "text">,
  { host, port }: MetricsAddress,
): AsyncDisposable & { readonly port: number } {
  const over = new AbortController();
  const server = Deno.serve({ hostname: host, port, signal: over.signal, onListen: () => {} }, async (request) => {
    if (new URL(request.url).pathname !== "/metrics") return new Response("See /metrics\n", { status: 404 });
    if (request.method !== "GET") return new Response(null, { status: 405, headers: { allow: "GET" } });
    const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" };
    return new Response(await metrics.text(), { headers });
  });
  return {
    port: server.addr.port,
    async [Symbol.asyncDispose]() {
      over.abort();
      await server.finished;
    },
  };
}
