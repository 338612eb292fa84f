import { createHash } from "node:crypto";
import { DomainError, type ErrorCode } from "../domain/errors.ts";
import { AuthorizationRefused } from "../oauth/authorization_refused.ts";
import type { RefusalPageWords } from "./contract.ts";
import type { ResponseHeaders } from "./middleware/security_headers.ts";
import { problemResponse } from "./problem.ts";

export const PAGE_MEDIA = "text/html; charset=utf-8";

const STYLE = "body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;" +
  "overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.2}small{opacity:.8}";
const STYLE_DIGEST = createHash("sha256").update(STYLE).digest("base64");
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'; ` +
  "frame-ancestors 'none'";

export interface RefusalPageOptions {
  readonly request: Request;
  readonly requestId: string;
  readonly headers: ResponseHeaders;
  readonly words: RefusalPageWords;
}

/**
 * Returns the response of an endpoint that a browser opens for a person, for an error that ended the request: a page
 * without scripts, which says the same as the problem document, in light and dark and at any width. Where pages are to
 * browsers alone, a program gets the problem document.
 */
export async function refusalPage(
  error: unknown,
  { request, requestId, headers, words }: RefusalPageOptions,
): Promise<Response> {
  // The response as a problem has the status and the headers, among them those of a rate limit.
  const problem = problemResponse(error, requestId, headers);
  if (words.isToBrowsersAlone) {
    problem.headers.append("vary", "accept");
    if (!acceptsPages(request)) return problem;
  }
  const { code, detail }: { code: ErrorCode; detail: string } = await problem.json();
  const [fault] = error instanceof DomainError ? error.faults : [];
  const answer = error instanceof AuthorizationRefused ? error.answer : null;
  const bytes = new TextEncoder().encode(page(fault?.detail ?? detail, { code, requestId, answer, words }));
  const own = new Headers(problem.headers);
  own.set("content-type", PAGE_MEDIA);
  own.set("content-length", String(bytes.length));
  own.set("content-security-policy", POLICY);
  return new Response(bytes, { status: problem.status, headers: own });
}

/** Whether a request names HTML among what it accepts, as browsers do where a person opens an address. */
function acceptsPages(request: Request): boolean {
  const types = (request.headers.get("accept") ?? "").toLowerCase().split(",");
  return types.some((type) => /^\s*text\/html\s*(?:;|$)/.test(type));
}

interface PageParts {
  readonly code: ErrorCode;
  readonly words: RefusalPageWords;
  readonly requestId: string;
  /** Address by which the person may bring the error to the assistant; null for none. */
  readonly answer: string | null;
}

function page(sentence: string, { code, requestId, answer, words }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(words.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(words.title)}</h1>
<p>${escaped(sentence)}.</p>
<p>${words.advice}</p>${answer === null ? "" : wayBack(answer)}
<p><small>${escaped(code)}, ${escaped(requestId)}</small></p>
</main>
</body>
</html>
`;
}

function wayBack(answer: string): string {
  return `
<p>Only if you know this site: <a href="${escaped(answer)}">go back to ${escaped(new URL(answer).host)}</a>.</p>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
