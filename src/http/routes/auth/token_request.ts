import { z } from "zod";
import { emailGuess } from "../../../accounts/fields.ts";

/** Schema of the request body that asks for a mailed token: an e-mail address. */
export const tokenRequest = z.strictObject({ email: emailGuess }).meta({ id: "TokenRequest" });

/** Schema of a mailed token in a request, whether the token is valid or not. */
export const mailedToken = z.string().min(1).max(200);
