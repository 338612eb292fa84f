import { defineEndpoint } from "../../endpoint.ts";
import { ONE_TIME_HEADERS, oneTimePage } from "./one_time_page.ts";

const PAGE = oneTimePage({
  title: "Confirm your e-mail address",
  action: "Confirm the address",
  path: "/auth/email/verify/confirm",
  asksForPassword: false,
});

export const showVerificationPage = defineEndpoint({
  method: "GET",
  path: "/verify",
  summary: "Open the link of a verification mail",
  credential: "public",
  rateLimit: "public authentication",
  responses: { 200: { description: "A page that confirms the address", media: "text/html; charset=utf-8" } },
}, () => Promise.resolve({ status: 200, bytes: PAGE, headers: ONE_TIME_HEADERS }));
