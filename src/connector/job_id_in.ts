/** Returns a value that has the form of the id of a job, for notes, which take no other text; null otherwise. */
export function jobIdIn(value: unknown): string | null {
  return typeof value === "string" && JOB_ID.test(value) ? value : null;
}

const JOB_ID = /^[a-z]{2,4}_[0-9A-HJKMNP-TV-Z]{26}$/;
