import { readJsonText } from "../faults/json_text.ts";
import { refuseChain, type SubmissionCredential } from "../request/refuse_chain.ts";
import { digestOfBody } from "./digest_of_body.ts";

/** A body of POST /jobs as it was sent. */
export interface SentBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly credential: SubmissionCredential;
}

/** The digest of a body, and its bytes back. Throws as `readJsonText` and `refuseChain` do. */
export const requestDigest = {
  compute({ bytes, credential }: SentBody): { readonly digest: string; readonly bytes: Uint8Array<ArrayBuffer> } {
    const body = readJsonText(bytes);
    refuseChain(body, credential);
    return { digest: digestOfBody(body), bytes };
  },
};
