import type { ErrorCode } from "../domain/errors.ts";
import type { Answered, Contract, Problems, Responses } from "./contract.ts";
import { oauthRefusalBody, oauthStatusOf } from "./oauth_refusal.ts";
import { statusOf } from "./problem.ts";
import { PAGE_MEDIA } from "./refusal_page.ts";
import { rpcRefusalBody } from "./rpc_refusal.ts";

/**
 * Returns all responses that an endpoint may give: those of its contract, and the refusals that can come before its
 * handler runs, such as a missing credential or a rate limit.
 */
export function promisedResponses(contract: Contract): Responses {
  const promised: Record<number, Answered | Problems> = { ...contract.responses };
  for (const code of problemsOfFrame(contract)) {
    const status = statusOf(code);
    const known = promised[status];
    if (known !== undefined && !("problem" in known)) continue;
    const codes = known?.problem ?? [];
    if (!codes.includes(code)) promised[status] = { problem: [...codes, code] };
  }
  if (contract.refusals === undefined) return promised;
  if (contract.refusals === "json-rpc") return withRefusals(promised, { body: rpcRefusalBody });
  if (typeof contract.refusals === "string") return inShapeOfOAuth(promised);
  return contract.refusals.isToBrowsersAlone ? withPages(promised) : withRefusals(promised, { media: PAGE_MEDIA });
}

/** Returns the responses with refusals that a browser gets as pages. */
function withPages(promised: Responses): Responses {
  return Object.fromEntries(
    Object.entries(promised).map(([status, response]) =>
      "problem" in response ? [status, { ...response, isPageToBrowsers: true }] : [status, response]
    ),
  );
}

/** Returns the responses with refusals in another shape, under the statuses of problem documents. */
function withRefusals(promised: Responses, shape: Pick<Answered, "media" | "body">): Responses {
  return Object.fromEntries(
    Object.entries(promised).map(([status, response]) =>
      "problem" in response ? [status, { description: response.problem.join(", "), ...shape }] : [status, response]
    ),
  );
}

/** Returns the responses with refusals in the shape of OAuth, under the statuses that they have there. */
function inShapeOfOAuth(promised: Responses): Responses {
  const codes = Object.values(promised).flatMap((response) => "problem" in response ? response.problem : []);
  const byStatus = Map.groupBy(codes, oauthStatusOf);
  const refusals = [...byStatus].map((
    [status, all],
  ) => [status, { description: all.join(", "), body: oauthRefusalBody }]);
  const answers = Object.entries(promised).filter(([, response]) => !("problem" in response));
  return Object.fromEntries([...answers, ...refusals]);
}

function problemsOfFrame(contract: Contract): readonly ErrorCode[] {
  return [
    "https_required",
    "internal",
    "validation_failed",
    ...contract.rateLimit === "none" ? [] : ["rate_limited" as const],
    ...asksTheStore(contract) ? ["not_ready" as const] : [],
    ...contract.parameters === undefined ? [] : ["not_found" as const],
    ...contract.body === undefined && contract.method === "GET" ? [] : BODY_PROBLEMS,
    ...credentialProblems(contract),
    ...contract.plan === undefined ? [] : ["enterprise_plan_required" as const],
    ...contract.unknownField === undefined ? [] : [contract.unknownField],
  ];
}

/** Whether a request to the endpoint needs the store before its handler runs, to check a credential or a rate limit. */
function asksTheStore({ credential, rateLimit }: Contract): boolean {
  return credential !== "public" || rateLimit !== "none";
}

const BODY_PROBLEMS = ["malformed_json", "body_too_large", "unsupported_media_type"] as const;

function credentialProblems(contract: Contract): readonly ErrorCode[] {
  if (contract.credential === "public") return [];
  if (contract.credential === "connector") {
    return ["credentials_missing", "token_invalid", "missing_scope", "csrf_failed"];
  }
  if (contract.credential === "session cookies") return ["session_revoked", "csrf_failed"];
  return [
    "credentials_missing",
    "token_invalid",
    "token_expired",
    "key_invalid",
    "session_revoked",
    ...contract.method === "GET" ? [] : ["csrf_failed" as const],
    ...contract.scope === undefined ? [] : ["missing_scope" as const],
    ...contract.credential === "session" ? [contract.keyRefusal ?? "jwt_user_required" as const] : [],
    ...contract.unverified === true ? [] : ["email_not_verified" as const],
  ];
}
