import { defineEndpoint } from "../../endpoint.ts";
import { presentProfile, profileBody } from "./profile_body.ts";

export const getProfile = defineEndpoint({
  method: "GET",
  path: "/users/me",
  summary: "Read the own profile",
  credential: "session",
  unverified: true,
  rateLimit: "rest",
  responses: { 200: { description: "The profile", body: profileBody } },
}, ({ principal }) => Promise.resolve({ status: 200, body: presentProfile(principal) }));
