import { DomainError } from "../domain/errors.ts";
import { isObject } from "../faults/json_object.ts";

/** What a submission comes by. */
export type SubmissionCredential = "session" | "key";

/**
 * An API key submits no simulation, whatever else is wrong with the body: throws `mc_api_key_not_supported`. A null
 * asks for none, and is a fault of the body by any credential.
 */
export function refuseChain(body: unknown, credential: SubmissionCredential): void {
  if (credential === "session" || !isObject(body) || (body.monte_carlo ?? null) === null) return;
  const detail = "Cannot chain a simulation with an API key: leave monte_carlo out, or sign in";
  throw new DomainError("mc_api_key_not_supported", detail);
}
