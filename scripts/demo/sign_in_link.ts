/** A link that signs a browser of this machine in to the demo, once. */
export interface SignInLink {
  readonly link: string;
  /** Ends the listener of the link. */
  stop(): Promise<void>;
}

export interface SignInLinkOptions {
  /** Address of the console, to which the browser is led. */
  readonly console: string;
  /** Cookies of a session, as values of `Set-Cookie`. */
  readonly cookies: readonly string[];
}

/**
 * Listens on loopback for the one browser that opens the link, gives it the cookies of a session and leads it to the
 * console. Browsers share cookies between the ports of a host, so the service needs no endpoint for it. The link holds
 * a random token, and after its first use it only says where to sign in.
 */
export function serveSignInLink({ console, cookies }: SignInLinkOptions): SignInLink {
  const path = `/${crypto.randomUUID()}`;
  let isUsed = false;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ method, url }) => {
    if (method !== "GET" || new URL(url).pathname !== path) return new Response("Not found\n", { status: 404 });
    if (isUsed) return new Response(`This link was used: sign in at ${console}\n`, { status: 410 });
    isUsed = true;
    const headers = new Headers({ location: console, "cache-control": "no-store", "referrer-policy": "no-referrer" });
    for (const cookie of cookies) headers.append("set-cookie", cookie);
    return new Response(null, { status: 303, headers });
  });
  return { link: `http://localhost:${server.addr.port}${path}`, stop: () => server.shutdown() };
}
