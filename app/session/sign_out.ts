import { api, done } from "../api.ts";
import { forgetDrafts } from "../drafts.ts";
import { Refusal } from "../refusal.ts";
import { csrfToken } from "./csrf_token.ts";
import { endSession } from "./session.ts";

/** Ends the session at this browser, in all tabs. */
export async function signOut(): Promise<void> {
  try {
    await done(api.POST("/auth/logout", { params: { header: { "X-CSRF-Token": csrfToken() ?? "" } } }));
  } catch (error) {
    // A session that has ended already is what the person wants.
    if (!(error instanceof Refusal && [401, 403].includes(error.status))) throw error;
  }
  leave();
}

/** Leaves the session, once it has ended. Nothing of the person stays: no draft, nothing that was read. */
export function leave(): void {
  endSession();
  forgetDrafts();
}
