import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../endpoint.ts";
import { documentOfPage } from "./built_console.ts";

/**
 * Content security policy of the console. The browser may load only files of this service, send requests only to it,
 * and run no inline script or style. Images may also be made by the page itself, for example of a chart.
 */
export const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** What the documents of all pages have in common, whatever their paths. */
const CONTRACT = {
  method: "GET",
  credential: "public",
  rateLimit: "rest",
  isTypedByHand: true,
  // The script of a page reads the query, for example the part of a result that is shown.
  query: z.looseObject({}),
  responses: { 200: { description: "The page", media: "text/html; charset=utf-8" } },
} as const;
const segment = z.string();

/**
 * Endpoints of the pages of the console. Its script chooses by the path what to show, so a page that does not exist
 * gets a document, too.
 */
export const consolePages: readonly Endpoint[] = [
  defineEndpoint(
    { ...CONTRACT, path: "/app", summary: "Open the console in a browser" },
    () => answer("overview", 0),
  ),
  defineEndpoint(
    { ...CONTRACT, path: "/app/{page}", summary: "Open a page of the console", parameters: { page: segment } },
    ({ parameters }) => answer(parameters.page, 0),
  ),
  defineEndpoint(
    {
      ...CONTRACT,
      path: "/app/{page}/{item}",
      summary: "Open a page of the console for one item",
      parameters: { page: segment, item: segment },
    },
    ({ parameters }) => answer(parameters.page, 1),
  ),
  defineEndpoint(
    {
      ...CONTRACT,
      path: "/app/{page}/{item}/{part}",
      summary: "Open a part of a page of the console for one item",
      parameters: { page: segment, item: segment, part: segment },
    },
    ({ parameters }) => answer(parameters.page, 2),
  ),
];

interface Document {
  readonly status: 200;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

async function answer(page: string, items: number): Promise<Document> {
  const bytes = await documentOfPage(page, items);
  return { status: 200, bytes, headers: { "content-security-policy": CONSOLE_POLICY, "cache-control": "no-cache" } };
}
