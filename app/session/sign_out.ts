import { api, done } from "../api.ts";
import { forgetDrafts } from "../drafts.ts";
import { Refusal } from "../refusal.ts";
import { csrfToken } from "./csrf_token.ts";
import { currentToken, endSession, loadAnew, renewedToken } from "./session.ts";

/**
 * Ends the session at this browser, in all tabs. Throws a `Refusal` where the service has not ended it: the page must
 * not say that the person is signed out while the cookies still serve.
 */
export async function signOut(): Promise<void> {
  if (!await endAtService()) {
    // The token against forged requests was of another session, and a refresh brings that of this one.
    if (csrfToken() !== null) await renewedToken(currentToken());
    await logOut();
  }
  await leave();
}

/** Ends the session at the service. Returns false where it refuses the token against forged requests. */
async function endAtService(): Promise<boolean> {
  try {
    await logOut();
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return false;
    throw error;
  }
}

async function logOut(): Promise<void> {
  try {
    await done(api.POST("/auth/logout", { params: { header: { "X-CSRF-Token": csrfToken() ?? "" } } }));
  } catch (error) {
    // A session that has ended already is what the person wants.
    if (!(error instanceof Refusal && error.status === 401)) throw error;
  }
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
