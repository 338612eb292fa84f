import { defineEndpoint, problem } from "../../endpoint.ts";
import { idParameter } from "../../id_parameter.ts";

export const deleteSession = defineEndpoint({
  method: "DELETE",
  path: "/auth/sessions/{session_id}",
  summary: "End a session",
  description:
    "The session of the request can be ended, too. Its cookies are not cleared, but they are no longer valid.",
  credential: "session",
  securityEvent: "each",
  rateLimit: "rest",
  parameters: { session_id: idParameter(["ses"], "Id of a session") },
  responses: { 204: { description: "The session has ended" }, 404: problem("not_found") },
}, async ({ account, parameters }, { sessions }) => {
  await sessions.end(account.id, parameters.session_id);
  return { status: 204 };
});
