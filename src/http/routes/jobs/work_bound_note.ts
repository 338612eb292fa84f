/** Sentence of the documentation of every endpoint that submits work: what the service does beyond its bound. */
export const WORK_BOUND_NOTE =
  "Work beyond what this service computes is left to a process with a larger bound; where none was seen in the last ten " +
  "minutes, the request is refused with 503 `not_ready`, whose detail names the work, the bound and what to do.";
