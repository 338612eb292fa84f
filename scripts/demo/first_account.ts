import { serviceClient } from "../../clients/typescript/mod.ts";
import { answered } from "./answered.ts";
import type { DemoService } from "./demo_service.ts";

/** Account of the demo: a user with a verified e-mail address, and an API key for programs. */
export interface FirstAccount {
  readonly email: string;
  readonly password: string;
  /**
   * Subject of the verification mail, and the token that it contained. The token is already used and verifies nothing
   * more.
   */
  readonly subject: string;
  readonly token: string;
  readonly key: string;
  /**
   * Access token of the demo's user, valid for 15 minutes. It submits simulations, for which the service accepts no API
   * key.
   */
  readonly accessToken: string;
}

const PERSON = { email: "ada@example.com", password: "Correct horse 1", full_name: "Ada Lovelace" };

/** Signs up, verifies the address with the token of the printed mail, signs in, and creates an API key. */
export async function firstAccount({ url, fetch, nextMail }: DemoService): Promise<FirstAccount> {
  const anybody = serviceClient({ baseUrl: url, fetch });
  const mail = nextMail();
  answered(await anybody.POST("/auth/signup", { body: PERSON }));
  const { subject, token } = partsOf(await mail);
  answered(await anybody.POST("/auth/email/verify/confirm", { body: { token } }));
  const { email, password } = PERSON;
  const session = answered(await anybody.POST("/auth/login", { body: { email, password } }));
  const person = serviceClient({ baseUrl: url, fetch, token: session.access_token });
  const client = answered(await person.POST("/auth/api-clients", { body: { name: "Demo" } }));
  const { key } = answered(
    await person.POST("/auth/api-keys", { body: { client_id: client.id, name: "Demo" } }),
  );
  return { email, password, subject, token, key, accessToken: session.access_token };
}

/**
 * Signs the user of the demo in once more, for a browser, and returns the cookies of the session, as values of
 * `Set-Cookie`.
 */
export async function cookiesOfSession(
  { url, fetch }: DemoService,
  { email, password }: Pick<FirstAccount, "email" | "password">,
): Promise<readonly string[]> {
  const signedIn = await serviceClient({ baseUrl: url, fetch }).POST("/auth/login", { body: { email, password } });
  answered(signedIn);
  return signedIn.response.headers.getSetCookie();
}

function partsOf(mail: string): { readonly subject: string; readonly token: string } {
  const subject = /^Mail to \S+: (.*)$/m.exec(mail)?.[1];
  const token = /^Token: (\S+)$/m.exec(mail)?.[1];
  if (subject === undefined || token === undefined) throw new Error("Cannot find a token in the mail");
  return { subject, token };
}
