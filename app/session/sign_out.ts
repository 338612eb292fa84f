import { api, done } from "../api.ts";
import { forgetDrafts } from "../drafts.ts";
import { Refusal } from "../refusal.ts";
import { csrfToken } from "./csrf_token.ts";
import { endSession, loadAnew } from "./session.ts";

/** Ends the session at this browser, in all tabs. */
export async function signOut(): Promise<void> {
  try {
    await done(api.POST("/auth/logout", { params: { header: { "X-CSRF-Token": csrfToken() ?? "" } } }));
  } catch (error) {
    // A session that has ended already is what the person wants.
    if (!(error instanceof Refusal && [401, 403].includes(error.status))) throw error;
  }
  await leave();
}

/**
 * Leaves the session, once it has ended. Nothing of the person stays: no draft, nothing that was read, and no document
 * that would go on. The console is loaded anew at `path`.
 */
export async function leave(path = "/app/sign-in"): Promise<void> {
  endSession();
  await forgetDrafts();
  loadAnew(path);
}
