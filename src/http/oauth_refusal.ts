import { z } from "zod";
import { DomainError, type ErrorCode } from "../domain/errors.ts";
import type { Contract, RefusalPageWords } from "./contract.ts";
import type { ResponseHeaders } from "./middleware/security_headers.ts";
import { problemResponse, statusOf } from "./problem.ts";

/** Schema of a refusal of OAuth (RFC 6749, 5.2). */
export const oauthRefusalBody = z.strictObject({
  error: z.string().meta({ description: "A word of OAuth to program against" }),
  error_description: z.string(),
}).meta({ id: "OAuthRefusal" });

/** Words that OAuth itself gives to what is wrong, which are error codes of this service too. */
const OWN_WORDS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "unsupported_grant_type",
  "invalid_scope",
  "invalid_target",
  "invalid_redirect_uri",
  "invalid_client_metadata",
]);

type OAuthRefusals = Exclude<Contract["refusals"], undefined | "json-rpc" | RefusalPageWords>;

/** Returns the HTTP status of a refusal in the shape of OAuth, which has 400 for a request with faults. */
export function oauthStatusOf(code: ErrorCode): number {
  const status = statusOf(code);
  return status === 422 ? 400 : status;
}

/**
 * Returns the response of an endpoint of OAuth for an error that ended a request. An error that is not a refusal
 * becomes `server_error`, and the response reveals nothing of its cause.
 */
export async function oauthRefusal(
  error: unknown,
  { requestId, headers, refusals }: {
    readonly requestId: string;
    readonly headers: ResponseHeaders;
    readonly refusals: OAuthRefusals;
  },
): Promise<Response> {
  // The response as a problem has the status and the headers, among them those of a rate limit.
  const problem = problemResponse(error, requestId, headers);
  const { code, detail }: { code: ErrorCode; detail: string } = await problem.json();
  const body = {
    error: wordOf(code, refusals),
    error_description: plain(code === "validation_failed" ? faultIn(error) ?? detail : detail),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const own = new Headers(problem.headers);
  own.set("content-type", "application/json");
  own.set("content-length", String(bytes.length));
  if (code === "invalid_client") own.set("www-authenticate", 'Basic realm="portfolio-optimization"');
  return new Response(bytes, { status: problem.status === 422 ? 400 : problem.status, headers: own });
}

function wordOf(code: ErrorCode, refusals: OAuthRefusals): string {
  if (OWN_WORDS.has(code)) return code;
  if (code === "rate_limited" || code === "not_ready") return "temporarily_unavailable";
  if (statusOf(code) >= 500) return "server_error";
  return refusals === "oauth registration" ? "invalid_client_metadata" : "invalid_request";
}

/** Returns the first fault of a request with its place, which says more than the sentence about all of them. */
function faultIn(error: unknown): string | null {
  const [first] = error instanceof DomainError ? error.faults : [];
  return first === undefined ? null : `${first.pointer.slice(1)}: ${first.detail}`.slice(0, MOST_CHARACTERS);
}

const MOST_CHARACTERS = 500;

/** Returns a sentence with the characters that OAuth allows in it: ASCII without quotation marks and backslashes. */
function plain(sentence: string): string {
  return sentence.replaceAll('"', "'").replaceAll(/[^\x20-\x7e]|\\/g, "?");
}
