/** In which codings of RFC 9110, 8.4.1 answers are sent, the shortest first. */
export const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * The coding of most weight by the `Accept-Encoding` of a request, of all or of some; null where the bytes are to be
 * sent as they are.
 */
export function acceptedEncoding(header: string | null, codings: readonly Encoding[] = ENCODINGS): Encoding | null {
  const weights = weightsOf(header);
  const weigh = (coding: string): number => weights.get(coding) ?? weights.get("*") ?? 0;
  const [best] = codings.toSorted((a, b) => weigh(b) - weigh(a));
  return weigh(best) > 0 && weigh(best) >= (weights.get("identity") ?? 0) ? best : null;
}

/** Whether the bytes as they are must not be sent: by name, or by `*` where they have none. */
export function refusesIdentity(header: string | null): boolean {
  const weights = weightsOf(header);
  return (weights.get("identity") ?? weights.get("*")) === 0;
}

function weightsOf(header: string | null): ReadonlyMap<string, number> {
  return new Map((header ?? "").toLowerCase().split(",").map(weightOf));
}

function weightOf(part: string): readonly [string, number] {
  const [coding, ...parameters] = part.split(";").map((text) => text.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="));
  const value = weight === undefined ? 1 : Number(weight.slice("q=".length));
  return [coding === "x-gzip" ? "gzip" : coding, value >= 0 && value <= 1 ? value : 0];
}
