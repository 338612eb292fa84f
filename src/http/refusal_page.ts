import { createHash } from "node:crypto";
import { DomainError, type ErrorCode } from "../domain/errors.ts";
import { AuthorizationRefused } from "../oauth/authorization_refused.ts";
import type { ResponseHeaders } from "./middleware/security_headers.ts";
import { problemResponse } from "./problem.ts";

export const PAGE_MEDIA = "text/html; charset=utf-8";

const STYLE = "body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;" +
  "overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.2}small{opacity:.8}";
const STYLE_DIGEST = createHash("sha256").update(STYLE).digest("base64");
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'; ` +
  "frame-ancestors 'none'";

/**
 * Returns the response of an endpoint that a browser opens for a person, for an error that ended the request: a page
 * without scripts, which says the same as the problem document, in light and dark and at any width.
 */
export async function refusalPage(
  error: unknown,
  { requestId, headers }: { readonly requestId: string; readonly headers: ResponseHeaders },
): Promise<Response> {
  // The response as a problem has the status and the headers, among them those of a rate limit.
  const problem = problemResponse(error, requestId, headers);
  const { code, detail }: { code: ErrorCode; detail: string } = await problem.json();
  const [fault] = error instanceof DomainError ? error.faults : [];
  const answer = error instanceof AuthorizationRefused ? error.answer : null;
  const bytes = new TextEncoder().encode(page(fault?.detail ?? detail, { code, requestId, answer }));
  const own = new Headers(problem.headers);
  own.set("content-type", PAGE_MEDIA);
  own.set("content-length", String(bytes.length));
  own.set("content-security-policy", POLICY);
  return new Response(bytes, { status: problem.status, headers: own });
}

interface PageParts {
  readonly code: ErrorCode;
  readonly requestId: string;
  /** Address by which the person may bring the error to the assistant; null for none. */
  readonly answer: string | null;
}

function page(sentence: string, { code, requestId, answer }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Cannot connect the assistant</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Cannot connect the assistant</h1>
<p>${escaped(sentence)}.</p>
<p>Nothing was allowed. Begin again at the assistant, and if this page comes back, tell its maker what it says. What you
have allowed stands <a href="/app/account/connectors">in your account</a>.</p>${answer === null ? "" : wayBack(answer)}
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
