import type { AccountId } from "./identifier.ts";
import type { Instant } from "./instant.ts";

/** Largest number of saved templates of an account. */
export const TEMPLATES_AT_MOST = 20;

/** Type of the parts of a saved request template that its owner provides. */
export interface TemplateDraft {
  /** Name of the template, unique within the account. */
  readonly name: string;
  /** A request body of POST /jobs, or a part of one, as the owner sent it. */
  readonly request: Readonly<Record<string, unknown>>;
}

/** Type of a template: a saved request, or a part of one, from which new runs can start. */
export interface Template extends TemplateDraft {
  /** Id of the template, `tpl_<ULID>`. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
