import { defineEndpoint, type Endpoint } from "../../endpoint.ts";

/**
 * Endpoints of the addresses to which mails of earlier versions lead. They lead on to the pages of the console. The
 * token is in the fragment, which a browser keeps when it is led on and never sends to a server.
 */
export const earlierLinks: readonly Endpoint[] = [
  movedPage("/verify", "/app/verify"),
  movedPage("/reset", "/app/reset"),
];

function movedPage(path: `/${string}`, location: string): Endpoint {
  return defineEndpoint({
    method: "GET",
    path,
    summary: `Be led to ${location}, from the link of an earlier mail`,
    credential: "public",
    rateLimit: "public authentication",
    responses: { 308: { description: "The page has moved", headers: ["location"] } },
  }, () => ({ status: 308, headers: { location } }));
}
