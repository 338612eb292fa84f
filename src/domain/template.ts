import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";

/** Largest number of saved templates of an account. */
export const TEMPLATES_AT_MOST = 20;

/** The parts of a template that its owner provides. */
export interface TemplateDraft {
  /** Name of the template, unique within the account. */
  readonly name: string;
  /** A request body of POST /jobs, or a part of one, as the owner sent it. */
  readonly request: Readonly<Record<string, unknown>>;
}

/** A saved request, or a part of one, that new runs can start from. */
export interface Template extends TemplateDraft {
  /** Id of the template, `tpl_<ULID>`. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
