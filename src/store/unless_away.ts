import { DomainError } from "../domain/errors.ts";

/** Runs a request for stored files. Throws `not_ready` if the store or the bucket that holds them does not answer. */
export async function unlessAway<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const refusal = new DomainError("not_ready", "The service cannot reach its stored data now: try again later");
    refusal.cause = error;
    throw refusal;
  }
}
