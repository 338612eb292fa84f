/**
 * Runs `deploy.ts` as an instance of the test platform, which starts this script as a process. Replaces `Deno.serve`,
 * so that requests of the test platform look as if a client had sent them over HTTPS, and `Deno.cron`, so that the test
 * platform decides when the work of a minute is done. Tells its port by a line on standard error. The clock is ahead by
 * TEST_INSTANCE_AHEAD_MS.
 */
/** Headers by which the test platform passes on what it knows of a client. The platform itself removes them. */
const CLIENT = "x-test-platform-client", HOST = "x-test-platform-host", MINUTE = "/test-platform/minute";

type Handler = (request: Request, info: Deno.ServeHandlerInfo<Deno.NetAddr>) => Response | Promise<Response>;

const aheadMs = Number(Deno.env.get("TEST_INSTANCE_AHEAD_MS") ?? 0);
const nowMs = Date.now;
if (aheadMs !== 0) Date.now = () => nowMs() + aheadMs;

const minutes: (() => unknown)[] = [];
const serve = Deno.serve;

Object.defineProperty(Deno, "cron", {
  value: (_name: string, _schedule: string, handler: () => unknown) => {
    minutes.push(handler);
    return new Promise(() => {});
  },
});
Object.defineProperty(Deno, "serve", {
  value: (handler: Handler) =>
    serve({ port: 0, hostname: "127.0.0.1", onListen: tellPort }, async (request, info) => {
      const url = new URL(request.url);
      if (url.pathname === MINUTE) {
        await Promise.all(minutes.map((minute) => minute()));
        return new Response(null, { status: 204 });
      }
      url.protocol = "https:";
      url.host = request.headers.get(HOST) ?? url.host;
      const headers = new Headers(request.headers);
      const hostname = headers.get(CLIENT) ?? "127.0.0.1";
      for (const name of [CLIENT, HOST]) headers.delete(name);
      const { method, signal, body } = request;
      const seen = new Request(url, { method, headers, signal, body });
      return await handler(seen, { ...info, remoteAddr: { ...info.remoteAddr, hostname } });
    }),
});

await import("../../deploy.ts");

/** Writes the line in one piece, so that the test platform reads it in one piece. */
function tellPort({ port }: Deno.NetAddr): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`TEST_INSTANCE_PORT ${port}\n`));
}
