// Streams of 64-bit random words, one for each seed, path and use, which can be read at any place. Word k of a stream
// is output k + 1 of SplitMix64 from the start of the stream; the start is a bijective mix of path and use under the
// key of the seed. A word needs no state except its place, so any block of paths can be drawn anywhere. SplitMix64
// passes BigCrush. The starts of a million paths overlap within a thousand words with a probability below 1e-4, and
// then for two paths at different steps.
// Reference: Steele, Lea, Flood (2014), Fast splittable pseudorandom number generators; the mix is David Stafford's
// variant 13.

/**
 * Numbers that separate the random streams of a path by their use: normal numbers, row indices and starts of blocks
 * (main), or chi-square numbers.
 */
export const MAIN_STREAM: i64 = 0;
export const CHI_SQUARE_STREAM: i64 = 1;

export const STEP: i64 = 0x9e3779b97f4a7c15;
const START_STEP: i64 = 0xd1342543de82ef95;

/** Returns the one-to-one mix of 64 bits by which SplitMix64 makes every random word. */
@inline
export function mix(bits: i64): i64 {
  let z = <u64> bits;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return <i64> (z ^ (z >> 31));
}

/** Returns the start of the random stream of a simulated path. `seed` is an integer that a double holds exactly. */
export function streamStart(seed: f64, path: i32, use: i64): i64 {
  const key = mix(mix(<i64> seed + STEP));
  return streamOf(key + START_STEP * ((use << 32) + <i64> path + 1));
}

/** Returns random word `place`, counted from 0, of the stream that starts at `start`. */
@inline
export function word(start: i64, place: i64): i64 {
  return mix(start + STEP * (place + 1));
}

/**
 * Returns the start of an independent random stream that a random word begins. It uses another bijective mix than the
 * words (the finaliser of MurmurHash3), so that the start has no simple relation to the words of other streams.
 */
export function streamOf(bits: i64): i64 {
  let z = <u64> bits;
  z = (z ^ (z >> 33)) * 0xff51afd7ed558ccd;
  z = (z ^ (z >> 33)) * 0xc4ceb9fe1a85ec53;
  return <i64> (z ^ (z >> 33));
}
