import type { AccountId } from "../domain/identifier.ts";
import { HOUR_MS } from "../domain/instant.ts";
import type { SecurityEvent } from "../domain/security_event.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { SecurityEventRepository } from "../store/security_events.ts";
import type { BackgroundWork } from "./background_work.ts";

/** Type of an event to write to the security log, without its time. */
export interface SecurityNote extends Omit<SecurityEvent, "at"> {
  /**
   * Account that the security event concerns. Null if it is unknown; the event then goes only to the log of the
   * process.
   */
  readonly accountId: AccountId | null;
  /**
   * Whether each such security event is logged. If false, each process logs equal events (for example uses of one API
   * key) at most about once an hour.
   */
  readonly isRare: boolean;
}

/** Security log: records sign-ins, uses and changes of credentials, and refusals. Callers do not wait for the write. */
export interface SecurityLog {
  note(note: SecurityNote): void;
}

export interface SecurityLogParts {
  readonly securityEvents: SecurityEventRepository;
  readonly background: BackgroundWork;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Largest number of distinct security events that a process remembers as already logged in the current hour. Beyond it
 * the process forgets them all and logs them again.
 */
const REMEMBERED = 20_000;

/**
 * Returns the security log, which writes an event to the log of the process, and to the store if its account is known.
 * Of equal events that are not rare, it writes the first in each hour.
 */
export function securityLog({ securityEvents, background, clock, log }: SecurityLogParts): SecurityLog {
  let hour = -1;
  let noted = new Set<string>();
  const isFirstOfHour = (note: SecurityNote): boolean => {
    const current = Math.floor(clock.now() / HOUR_MS);
    if (current !== hour || noted.size >= REMEMBERED) [hour, noted] = [current, new Set()];
    const { accountId, route, address, code, credentialId } = note;
    // All successful uses of one credential (an API key or a session) from one address count as one event, whatever the
    // route.
    const kind = `${accountId}\n${address}\n${code}\n${credentialId}\n${code === null ? "" : route}`;
    if (noted.has(kind)) return false;
    noted.add(kind);
    return true;
  };
  return {
    note(note) {
      if (!note.isRare && !isFirstOfHour(note)) return;
      const { accountId, isRare: _, ...rest } = note;
      const event: SecurityEvent = { at: clock.now(), ...rest };
      const { route, address, outcome, code, credentialId } = event;
      log.info("security event", {
        account: accountId ?? "-",
        route,
        address,
        outcome,
        code: code ?? "-",
        credential: credentialId ?? "-",
      });
      if (accountId !== null) background.run("security log", () => securityEvents.append(accountId, event));
    },
  };
}
