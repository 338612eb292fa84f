import { ownPath } from "../../api.ts";
import { refusalOf } from "../../refusal.ts";
import { send } from "../../session/send.ts";

/** Returns the answer with a file at its signed link. Throws a `Refusal`, also where the link has expired. */
export async function fileAt(url: string, signal: AbortSignal | null = null): Promise<Response> {
  const response = await send(new Request(ownPath(url), { signal }));
  if (!response.ok) throw refusalOf(response.status, await response.json().catch(() => null));
  return response;
}
