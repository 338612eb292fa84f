import { defineEndpoint } from "../../endpoint.ts";
import { ONE_TIME_HEADERS, ONE_TIME_SCRIPT } from "./one_time_page.ts";

export const getOneTimeScript = defineEndpoint({
  method: "GET",
  path: "/one-time-page.js",
  summary: "Read the script of the pages behind mailed links",
  credential: "public",
  rateLimit: "public authentication",
  responses: { 200: { description: "The script", media: "text/javascript; charset=utf-8" } },
}, () => Promise.resolve({ status: 200, bytes: ONE_TIME_SCRIPT, headers: ONE_TIME_HEADERS }));
