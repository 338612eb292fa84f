import { DomainError } from "../domain/errors.ts";
import type { ClientDeadlines } from "./client_deadlines.ts";
import { bodyPieces } from "./middleware/body_limit.ts";

/** A file in a request body that has not been read yet. */
export interface SentFile {
  /**
   * Reads the file as it arrives; each piece is valid until the next is asked for. Throws `body_too_large` for a file
   * of more than `maxBytes` bytes, with the `reason` of that limit, `malformed_json` if the client breaks off or is too
   * slow, and `unsupported_media_type` for a packed body.
   */
  pieces(maxBytes: number, reason: string | null): AsyncIterable<Uint8Array>;
}

/** Returns the file in the body of a request. Nothing is read yet. */
export function sentFile(request: Request, deadlines: ClientDeadlines): SentFile {
  return {
    pieces(maxBytes, reason) {
      if (!["", "identity"].includes(request.headers.get("content-encoding")?.toLowerCase() ?? "")) {
        const detail = "Cannot take a packed file: send it without Content-Encoding";
        throw new DomainError("unsupported_media_type", detail);
      }
      const refusal = `Cannot take a file of more than ${maxBytes} bytes${reason === null ? "" : `: ${reason}`}`;
      const refuseLarge = (): DomainError => new DomainError("body_too_large", refusal);
      return bodyPieces(request, { maxBytes, refuseLarge, deadlines });
    },
  };
}
