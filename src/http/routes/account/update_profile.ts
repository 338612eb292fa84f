import { z } from "zod";
import { line } from "../../../accounts/fields.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { presentProfile, profileBody } from "./profile_body.ts";

export const updateProfile = defineEndpoint({
  method: "PATCH",
  path: "/users/me",
  summary: "Set the display name",
  credential: "session",
  rateLimit: "rest",
  body: z.strictObject({
    display_name: line(200).nullable().meta({ description: "Null removes the name" }),
  }).meta({ id: "ProfileChange" }),
  responses: { 200: { description: "The profile", body: profileBody } },
}, async ({ account, body }, { accounts }) => {
  return { status: 200, body: presentProfile(await accounts.setDisplayName(account.id, body.display_name)) };
});
