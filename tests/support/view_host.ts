import type { Client } from "@modelcontextprotocol/client";

/** A page that shows the view of an answer as a client does. `/?theme=dark` is the page in dark colours. */
export interface ViewHost extends AsyncDisposable {
  readonly url: string;
}

export interface ShownAnswer {
  /** Address of the view's resource. */
  readonly view: string;
  /** The answer of a tool that the view shows. */
  readonly result: Awaited<ReturnType<Client["callTool"]>>;
}

/**
 * Test helper. Serves a page that holds a view in a frame without an origin of its own, brings it the answer of a tool,
 * reads resources for it, and gives it the height that it asks for.
 */
export async function viewHost(client: Client, { view, result }: ShownAnswer): Promise<ViewHost> {
  const { contents: [page] } = await client.readResource({ uri: view });
  const html = pageOf({ view: "text" in page ? page.text : "", result });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => undefined }, async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/") return new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });
    if (pathname !== "/resource") return new Response(null, { status: 204 });
    try {
      return Response.json({ result: await client.readResource({ uri: searchParams.get("uri") ?? "" }) });
    } catch (error) {
      return Response.json({ error: { code: -32002, message: String(error) } });
    }
  });
  return { url: `http://127.0.0.1:${server.addr.port}`, [Symbol.asyncDispose]: () => server.shutdown() };
}

function pageOf(given: { readonly view: string; readonly result: unknown }): string {
  // No text in the data may end the script.
  const data = JSON.stringify(given).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Host</title><style>body { margin: 0 } iframe { width: 100%; border: 0 }</style></head>
<body>
<iframe title="Result" sandbox="allow-scripts" height="60"></iframe>
<script>
const { view, result } = ${data};
const frame = document.querySelector("iframe");
const theme = new URLSearchParams(location.search).get("theme");
const post = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
const answers = {
  "ui/initialize": () => ({ result: {
    protocolVersion: "2026-01-26",
    hostInfo: { name: "host", version: "1" },
    hostCapabilities: { serverResources: {} },
    hostContext: { theme },
  } }),
  "resources/read": async ({ uri }) => (await fetch("/resource?uri=" + encodeURIComponent(uri))).json(),
};
addEventListener("message", async ({ source, data: { id, method, params } }) => {
  if (source !== frame.contentWindow) return;
  if (id !== undefined) post({ id, ...await answers[method](params) });
  else if (method === "ui/notifications/initialized") post({ method: "ui/notifications/tool-result", params: result });
  else if (method === "ui/notifications/size-changed") frame.height = params.height;
});
frame.srcdoc = view;
</script>
</body>
</html>`;
}
