import { changePassword } from "./change_password.ts";
import { confirmEmailVerification } from "./confirm_email_verification.ts";
import { confirmPasswordReset } from "./confirm_password_reset.ts";
import { createApiClient } from "./create_api_client.ts";
import { createApiKey } from "./create_api_key.ts";
import { deleteApiClient } from "./delete_api_client.ts";
import { deleteApiKey } from "./delete_api_key.ts";
import { deleteSession } from "./delete_session.ts";
import { earlierLinks } from "./earlier_links.ts";
import { getApiClient } from "./get_api_client.ts";
import { listApiClients } from "./list_api_clients.ts";
import { listApiKeys } from "./list_api_keys.ts";
import { listSessions } from "./list_sessions.ts";
import { logIn } from "./log_in.ts";
import { logOut } from "./log_out.ts";
import { refresh } from "./refresh.ts";
import { requestEmailVerification } from "./request_email_verification.ts";
import { requestPasswordReset } from "./request_password_reset.ts";
import { signUp } from "./sign_up.ts";
import { updateApiClient } from "./update_api_client.ts";
import { updateApiKey } from "./update_api_key.ts";

export const authEndpoints = [
  signUp,
  requestEmailVerification,
  confirmEmailVerification,
  logIn,
  refresh,
  logOut,
  listSessions,
  deleteSession,
  requestPasswordReset,
  confirmPasswordReset,
  changePassword,
  ...earlierLinks,
  createApiClient,
  listApiClients,
  getApiClient,
  updateApiClient,
  deleteApiClient,
  createApiKey,
  listApiKeys,
  updateApiKey,
  deleteApiKey,
];
