import { defineEndpoint } from "../../endpoint.ts";
import { ONE_TIME_HEADERS, oneTimePage } from "./one_time_page.ts";

const PAGE = oneTimePage({
  title: "Choose a new password",
  action: "Set the password",
  path: "/auth/password/reset/confirm",
  asksForPassword: true,
});

export const showPasswordResetPage = defineEndpoint({
  method: "GET",
  path: "/reset",
  summary: "Open the link of a mail for a new password",
  credential: "public",
  rateLimit: "public authentication",
  responses: { 200: { description: "A page that sets a new password", media: "text/html; charset=utf-8" } },
}, () => Promise.resolve({ status: 200, bytes: PAGE, headers: ONE_TIME_HEADERS }));
