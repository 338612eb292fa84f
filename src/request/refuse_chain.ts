import { DomainError } from "../domain/errors.ts";
import { isObject } from "../faults/json_object.ts";

/** Credential with which a run is submitted: a session or an API key. */
export type SubmissionCredential = "session" | "key";

/**
 * Throws `mc_api_key_not_supported` if an API key submits a run with a simulation, whatever else is wrong with the
 * body. A `monte_carlo` of null asks for no simulation and is reported later, as a fault of the body.
 */
export function refuseChain(body: unknown, credential: SubmissionCredential): void {
  if (credential === "session" || !isObject(body) || (body.monte_carlo ?? null) === null) return;
  const detail = "Cannot chain a simulation with an API key: leave monte_carlo out, or sign in";
  throw new DomainError("mc_api_key_not_supported", detail);
}
