import { readRunBody } from "../request/read_run_body.ts";
import { refuseChain, type SubmissionCredential } from "../request/refuse_chain.ts";
import { digestOfBody } from "./digest_of_body.ts";

/** Type of a request body of POST /jobs as the caller sent it, with the kind of credential that the caller used. */
export interface SentBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly credential: SubmissionCredential;
}

/**
 * Computes the digest of a request body and gives its bytes back. Throws the same errors as `readRunBody` and
 * `refuseChain`.
 */
export const requestDigest = {
  compute({ bytes, credential }: SentBody): { readonly digest: string; readonly bytes: Uint8Array<ArrayBuffer> } {
    const body = readRunBody(bytes);
    refuseChain(body, credential);
    return { digest: digestOfBody(body), bytes };
  },
};
