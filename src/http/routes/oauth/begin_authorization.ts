import { z } from "zod";
import { beginAuthorization as addressOfNextPage } from "../../../oauth/begin_authorization.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";

const text = z.string().optional();

// Parameters that the service does not know are ignored (RFC 6749, 3.1).
const query = z.looseObject({
  response_type: text,
  client_id: text,
  redirect_uri: text,
  scope: text,
  state: text,
  code_challenge: text,
  code_challenge_method: text,
  resource: text,
});

export const beginAuthorization = defineEndpoint({
  method: "GET",
  path: "/oauth/authorize",
  summary: "Ask a person, in their browser, to allow a connector something",
  description:
    "The authorization endpoint of OAuth 2.1, with a proof key by S256 alone. The browser is led to the page of consent, " +
    "and nowhere else: an error is a page, with a link to the connector if its redirect address is registered.",
  credential: "public",
  rateLimit: "public authentication",
  refusals: {
    title: "Cannot connect the assistant",
    advice: "Nothing was allowed. Begin again at the assistant, and if this page comes back, tell its maker what it " +
      'says. What you have allowed stands <a href="/app/account/connectors">in your account</a>.',
  },
  query,
  responses: {
    302: { description: "The next page", headers: ["location"] },
    400: problem("invalid_request"),
    503: problem("not_ready"),
  },
}, async ({ query }, dependencies) => {
  const location = await addressOfNextPage(query, dependencies);
  return { status: 302, headers: { location } };
});
