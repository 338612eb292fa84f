import { deleteAccount } from "./delete_account.ts";
import { getBilling } from "./get_billing.ts";
import { getProfile } from "./get_profile.ts";
import { listGrants } from "./list_grants.ts";
import { revokeGrant } from "./revoke_grant.ts";
import { updateProfile } from "./update_profile.ts";

export const accountEndpoints = [
  getProfile,
  updateProfile,
  deleteAccount,
  getBilling,
  listGrants,
  revokeGrant,
];
