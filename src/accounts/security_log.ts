import type { AccountId } from "../domain/identifier.ts";
import { HOUR_MS } from "../domain/instant.ts";
import type { SecurityEvent } from "../domain/security_event.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import type { SecurityEventRepository } from "../store/security_events.ts";
import type { BackgroundWork } from "./background_work.ts";

/** What is told of an event beside its time. */
export interface SecurityNote extends Omit<SecurityEvent, "at"> {
  /** Null where it is not known whom the request is about: the log of the process has it alone. */
  readonly accountId: AccountId | null;
  /** Whether the like is noted each time, or once an hour: uses of a key, refusals on any route. */
  readonly isRare: boolean;
}

/** Writes down who signed in, used and changed credentials, and who was refused; nobody waits for it. */
export interface SecurityLog {
  note(note: SecurityNote): void;
}

export interface SecurityLogParts {
  readonly securityEvents: SecurityEventRepository;
  readonly background: BackgroundWork;
  readonly clock: Clock;
  readonly log: Log;
}

/** Kinds of event that a process knows to have noted in this hour. */
const REMEMBERED = 20_000;

/** A security log in the store, and in the log of the process. */
export function securityLog({ securityEvents, background, clock, log }: SecurityLogParts): SecurityLog {
  let hour = -1;
  let noted = new Set<string>();
  const isFirstOfHour = (note: SecurityNote): boolean => {
    const current = Math.floor(clock.now() / HOUR_MS);
    if (current !== hour || noted.size >= REMEMBERED) [hour, noted] = [current, new Set()];
    const { accountId, route, address, code, credentialId } = note;
    // Whoever uses a key from an address is one event, whatever is asked for by it.
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
