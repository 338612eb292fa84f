import { z } from "zod";
import { ACCESS_TOKEN_SECONDS } from "../../../domain/session.ts";

/** What sign-in and refresh answer. */
export const accessTokenBody = z.strictObject({
  access_token: z.string(),
  token_type: z.literal("bearer"),
  expires_in: z.int(),
}).meta({ id: "AccessToken" });

/** An access token as bodies show it. */
export function presentAccessToken(accessToken: string): z.input<typeof accessTokenBody> {
  return { access_token: accessToken, token_type: "bearer", expires_in: ACCESS_TOKEN_SECONDS };
}
