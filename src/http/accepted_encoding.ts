/**
 * Name of each content coding (RFC 9110, 8.4.1) of answers for the streams of the runtime, the best compression first.
 */
export const STREAM_FORMATS = { br: "brotli", gzip: "gzip" } as const;
export type Encoding = keyof typeof STREAM_FORMATS;

/** Content codings in which the service sends answers on this runtime, the best compression first. */
export const ENCODINGS: readonly Encoding[] = (["br", "gzip"] as const).filter(runtimeStreams);

/** Whether the runtime compresses streams in a coding. Deno 2.5.0 does not in brotli. */
function runtimeStreams(encoding: Encoding): boolean {
  try {
    return new CompressionStream(STREAM_FORMATS[encoding]) !== null;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * Returns the content coding to which an `Accept-Encoding` header gives the highest weight, among `codings`. The first
 * wins a tie. Returns null if the answer is to be sent uncompressed: the client accepts none of the codings, or prefers
 * `identity`.
 */
export function acceptedEncoding(header: string | null, codings: readonly Encoding[] = ENCODINGS): Encoding | null {
  const weights = weightsOf(header);
  const weigh = (coding: string): number => weights.get(coding) ?? weights.get("*") ?? 0;
  const [best] = codings.toSorted((a, b) => weigh(b) - weigh(a));
  if (best === undefined) return null;
  return weigh(best) > 0 && weigh(best) >= (weights.get("identity") ?? 0) ? best : null;
}

/**
 * Whether an `Accept-Encoding` header forbids an uncompressed answer, by `identity;q=0` or by `*;q=0` without
 * `identity`.
 */
export function refusesIdentity(header: string | null): boolean {
  const weights = weightsOf(header);
  return (weights.get("identity") ?? weights.get("*")) === 0;
}

function weightsOf(header: string | null): ReadonlyMap<string, number> {
  return new Map((header ?? "").toLowerCase().split(",").map(weightOf));
}

function weightOf(part: string): readonly [string, number] {
  const [coding = "", ...parameters] = part.split(";").map((text) => text.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  const value = weight === undefined ? 1 : Number(weight.slice("q=".length));
  return [coding === "x-gzip" ? "gzip" : coding, value >= 0 && value <= 1 ? value : 0];
}
