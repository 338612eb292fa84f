import { preflightOfAccount } from "../../../jobs/preflight_of_account.ts";
import { defineEndpoint, problem } from "../../endpoint.ts";
import { MAX_BODY_BYTES } from "../../middleware/body_limit.ts";
import { preflightBody, preflightRequestBody, presentPreflight } from "./preflight_body.ts";

/** Endpoint that tells, without a run, whether constraint rules can be met and which weights they allow. */
export const preflightConstraints = defineEndpoint({
  method: "POST",
  path: "/constraints/preflight",
  credential: "session",
  plan: "enterprise",
  rateLimit: "submission",
  summary: "Check whether rules can be met, and which ranges they allow",
  description:
    "Makes no run and counts on no meter. The limit of work is counted in steps, not in time, so that the same request " +
    "has the same answer. For rules that cannot be met the answer has the conflict with which POST /jobs refuses them.",
  body: preflightRequestBody,
  maxBytes: MAX_BODY_BYTES,
  leavesLargeBodyUnread: true,
  responses: {
    200: { description: "Whether the rules can be met, and what they allow, or why they cannot", body: preflightBody },
    503: problem("market_data_unavailable", "not_ready"),
  },
}, async ({ account, body, signal }, dependencies) => {
  const preflight = await preflightOfAccount(dependencies, account, { body, signal });
  return { status: 200, body: presentPreflight(preflight) };
});
