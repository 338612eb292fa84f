import { z } from "zod";
import { emailGuess } from "../../../accounts/fields.ts";

/** Asks for a mailed token. */
export const tokenRequest = z.strictObject({ email: emailGuess }).meta({ id: "TokenRequest" });

/** A mailed token, right or wrong. */
export const mailedToken = z.string().min(1).max(200);
