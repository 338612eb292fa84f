import { z } from "zod";
import { isoTimestamp } from "../../../domain/instant.ts";
import type { Session } from "../../../domain/session.ts";
import { pageOf } from "../../pagination.ts";

export const sessionBody = z.strictObject({
  session_id: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().meta({
    description: "When the session was last begun or refreshed; its access token is valid for 15 minutes from then on",
  }),
  user_agent: z.string().nullable().meta({ description: "The User-Agent header of the sign-in" }),
  address: z.string().nullable().meta({ description: "The network that the sign-in came from" }),
  current: z.boolean().meta({ description: "Whether this is the session of the request" }),
}).meta({ id: "Session" });

export const sessionList = pageOf(sessionBody, "SessionList");

/** Returns the JSON body that shows a session in a list, with whether it is the caller's own session. */
export function presentSession(session: Session, current: Session): z.input<typeof sessionBody> {
  return {
    session_id: session.id,
    created_at: isoTimestamp(session.createdAt),
    last_used_at: isoTimestamp(session.refreshedAt),
    user_agent: session.userAgent,
    address: session.network,
    current: session.id === current.id,
  };
}
