import type { Conflict, DomainError, Fault } from "../../src/domain/errors.ts";

/** RFC 9457, as POST /jobs would answer a request that it refuses. */
export interface ProblemDocument {
  readonly type: "about:blank";
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly errors: readonly Fault[];
  readonly conflict?: Conflict;
}

/** The problem document of a refusal; null for an error that refuses nothing but fails. */
export function problemDocument(error: DomainError): ProblemDocument | null {
  const status = STATUSES[error.code];
  if (status === undefined) return null;
  return {
    type: "about:blank",
    ...status,
    detail: error.message,
    code: error.code,
    errors: error.faults,
    ...error.conflict === null ? {} : { conflict: error.conflict },
  };
}

const UNPROCESSABLE = { title: "Unprocessable Content", status: 422 };
const STATUSES: Readonly<Record<string, { title: string; status: number } | undefined>> = {
  malformed_json: { title: "Bad Request", status: 400 },
  validation_failed: UNPROCESSABLE,
  constraints_infeasible: UNPROCESSABLE,
};
