import type { Member } from "../../src/store/members.ts";
import type { Offer } from "./offered_folder.ts";
import type { OneTimeToken } from "./one_time_token.ts";

/** What the endpoints of a studio use, beside the service's own dependencies. */
export interface StudioParts extends Offer {
  readonly token: OneTimeToken;
  /** The one account of the studio. */
  readonly member: Member;
}
