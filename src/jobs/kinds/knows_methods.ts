import type { Job } from "../../domain/job.ts";
import { METHODS } from "../../optimization/methods/mod.ts";

/** Whether every method of a job is in the catalogue. */
export function knowsMethods({ methods }: Pick<Job, "methods">): boolean {
  return methods.every((id) => METHODS.get(id) !== undefined);
}
