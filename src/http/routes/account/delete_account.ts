import { defineEndpoint } from "../../endpoint.ts";

export const deleteAccount = defineEndpoint({
  method: "DELETE",
  path: "/users/me",
  summary: "Delete the account",
  description:
    "Every credential of the account is refused at once and its address is free; whatever else it owned is deleted soon after.",
  credential: "session",
  unverified: true,
  securityEvent: "each",
  rateLimit: "rest",
  responses: { 204: { description: "The account is gone" } },
}, async ({ account, principal }, { accounts }) => {
  await accounts.delete(account.id, principal.session.id);
  return { status: 204 };
});
