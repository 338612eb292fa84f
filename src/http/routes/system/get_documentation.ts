import { defineEndpoint } from "../../endpoint.ts";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Portfolio Optimization Service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * Content security policy of the documentation page. The browser may load only files of this service, and no inline
 * script or style.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const getDocumentation = defineEndpoint({
  method: "GET",
  path: "/docs",
  credential: "public",
  rateLimit: "rest",
  summary: "Read this interface as a page and try it out",
  responses: { 200: { description: "The reference", media: "text/html; charset=utf-8" } },
}, () => ({
  status: 200,
  bytes: PAGE,
  headers: { "content-security-policy": POLICY, "cache-control": "public, max-age=60" },
}));
