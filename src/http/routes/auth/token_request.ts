import { z } from "zod";
import { emailGuess } from "../../../accounts/fields.ts";

/** Schema of the request body that asks for a mail with a one-time token. It contains an e-mail address. */
export const tokenRequest = z.strictObject({ email: emailGuess }).meta({ id: "TokenRequest" });

/**
 * Schema of a one-time token from a mail, as a request contains it. It accepts any short text; a handler checks the
 * token.
 */
export const mailedToken = z.string().min(1).max(200);
