const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_CHARACTERS = 10;
const CHANCE_CHARACTERS = 16;
const CHANCE_LIMIT = 1n << 80n;

/**
 * Returns a generator of ULIDs: 48 bits of time and 80 random bits in Crockford's base 32. Later ULIDs of one generator
 * sort after earlier ones.
 */
export function ulidSource(
  { now, bytes }: { now: () => number; bytes: (length: number) => Uint8Array },
): () => string {
  let lastMs = -1;
  let chance = 0n;
  return () => {
    const ms = now();
    if (ms > lastMs) {
      lastMs = ms;
      chance = numberOf(bytes(10));
    } else if (++chance === CHANCE_LIMIT) {
      lastMs++;
      chance = 0n;
    }
    return encode(BigInt(lastMs), TIME_CHARACTERS) + encode(chance, CHANCE_CHARACTERS);
  };
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${bytes.toHex()}`);
}

function encode(value: bigint, characters: number): string {
  let text = "";
  for (let rest = value; text.length < characters; rest >>= 5n) text = ALPHABET[Number(rest & 31n)] + text;
  return text;
}

/** Returns the time of a ULID in milliseconds since 1970-01-01 UTC. */
export function timeOfUlid(ulid: string): number {
  return [...ulid.slice(0, TIME_CHARACTERS)].reduce((ms, character) => 32 * ms + ALPHABET.indexOf(character), 0);
}
