import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";

/** An account has no more of them. */
export const TEMPLATES_AT_MOST = 20;

/** What its owner gives a template. */
export interface TemplateDraft {
  /** No other template of the account has it. */
  readonly name: string;
  /** A body of POST /jobs, or a part of one, as it was sent. */
  readonly request: Readonly<Record<string, unknown>>;
}

/** A saved request, or a part of one, to make runs from. */
export interface Template extends TemplateDraft {
  /** `tpl_<ULID>` */
  readonly id: string;
  readonly accountId: AccountId;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
