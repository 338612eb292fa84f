import type { Job } from "../../domain/job.ts";
import { METHODS } from "../../optimization/methods/mod.ts";

/** Whether this version of the service knows every method of a job. */
export function knowsMethods({ methods }: Pick<Job, "methods">): boolean {
  return methods.every((id) => METHODS.get(id) !== undefined);
}
