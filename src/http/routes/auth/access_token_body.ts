import { z } from "zod";
import { ACCESS_TOKEN_SECONDS } from "../../../domain/session.ts";

/** Schema of the body that answers a sign-in or a refresh: an access token and its lifetime in seconds. */
export const accessTokenBody = z.strictObject({
  access_token: z.string(),
  token_type: z.literal("bearer"),
  expires_in: z.int(),
}).meta({ id: "AccessToken" });

/** Returns the JSON body that contains a new access token. */
export function presentAccessToken(accessToken: string): z.input<typeof accessTokenBody> {
  return { access_token: accessToken, token_type: "bearer", expires_in: ACCESS_TOKEN_SECONDS };
}
