import { z } from "zod";
import { startSession } from "../../src/accounts/log_in.ts";
import { DomainError } from "../../src/domain/errors.ts";
import { defineEndpoint, type Endpoint, problem } from "../../src/http/endpoint.ts";
import { sessionCookies } from "../../src/http/routes/auth/session_cookies.ts";
import type { StudioParts } from "./studio_parts.ts";

/** Returns the endpoint of the address that the terminal shows: it opens the page in one browser, once. */
export function openPage({ token, member, given }: StudioParts): Endpoint {
  const page = given === null ? "/app/new" : `/app/new?file=${encodeURIComponent(given)}`;
  return defineEndpoint({
    method: "GET",
    path: "/studio/open/{token}",
    credential: "public",
    rateLimit: "none",
    summary: "Open the studio in this browser",
    parameters: { token: z.string() },
    refusals: {
      title: "This address does not open the studio",
      advice: "Copy the whole address that the terminal shows.",
      isToBrowsersAlone: true,
    },
    responses: {
      303: { description: "The page, with the cookies of a session", headers: ["location"] },
      404: problem("not_found"),
      410: { description: "The address was used before", media: "text/plain; charset=utf-8" },
    },
  }, async ({ parameters, headers, address }, dependencies) => {
    const use = token.use(parameters.token);
    if (use === "wrong") throw new DomainError("not_found", "Cannot find a studio at this address");
    if (use === "again") return { status: 410, bytes: USED };
    const { tokens } = await startSession(member, { userAgent: headers.get("user-agent"), address }, dependencies);
    return { status: 303, headers: { location: page }, cookies: sessionCookies(tokens) };
  });
}

const USED = "This address was used: it opens the studio once.\n" +
  "Go on at /app in the browser that used it, or start the studio again for a new address.\n";
