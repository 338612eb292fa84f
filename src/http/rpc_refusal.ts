import { z } from "zod";
import type { ResponseHeaders } from "./middleware/security_headers.ts";
import { type ProblemDocument, problemResponse } from "./problem.ts";

/** Schema of a message of JSON-RPC 2.0, which its own protocol describes. */
export const rpcMessage = z.looseObject({ jsonrpc: z.literal("2.0") }).meta({ id: "RpcMessage" });

/** Schema of a refusal in the shape of an error of JSON-RPC 2.0. */
export const rpcRefusalBody = rpcMessage.meta({ id: "RpcRefusal", description: "An error of JSON-RPC 2.0" });

/**
 * Returns the response of an endpoint of JSON-RPC for an error that ended a request before a message was answered. It
 * has the status and headers of a problem, which stands whole in the data of the error.
 */
export async function rpcRefusal(
  error: unknown,
  { requestId, headers }: { readonly requestId: string; readonly headers: ResponseHeaders },
): Promise<Response> {
  const problem = problemResponse(error, requestId, headers);
  const data: ProblemDocument = await problem.json();
  const body = { jsonrpc: "2.0", id: null, error: { code: rpcCodeOf(data), message: data.detail, data } };
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const own = new Headers(problem.headers);
  own.set("content-type", "application/json");
  own.set("content-length", String(bytes.length));
  return new Response(bytes, { status: problem.status, headers: own });
}

/** Returns the code of JSON-RPC: parse error, internal error, or a request that is no message that can be answered. */
function rpcCodeOf({ code, status }: ProblemDocument): number {
  if (code === "malformed_json") return -32_700;
  return status >= 500 ? -32_603 : -32_600;
}
