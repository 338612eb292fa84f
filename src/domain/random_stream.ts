/**
 * Stream of random numbers determined by a seed and a stream number, by Chris Doty-Humphrey's sfc32 (PractRand), seeded
 * with splitmix32. It uses only operations on 32-bit integers and additions, products, divisions and square roots, so
 * that every platform draws the same bits.
 */
export class RandomStream {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number, stream: number) {
    const start = splitMix(seed ^ Math.imul(stream + 1, 0x9e3779b9));
    this.#a = start();
    this.#b = start();
    this.#c = start();
    for (let i = 0; i < 12; i++) this.bits();
  }

  /** Draws 32 random bits as an unsigned integer. */
  bits(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** Draws a uniform number in [low, high) with 53 random bits. */
  uniform(low = 0, high = 1): number {
    const high27 = this.bits() >>> 5;
    const low26 = this.bits() >>> 6;
    return low + (high - low) * ((high27 * 0x4000000 + low26) / 0x20000000000000);
  }

  /**
   * Draws a Student t number with 4 or 8 degrees of freedom, scaled to variance 1, by the method of R. W. Bailey, Polar
   * generation of random variates with the t-distribution (1994).
   */
  studentT(degreesOfFreedom: 4 | 8): number {
    for (;;) {
      const u = this.uniform(-1, 1);
      const v = this.uniform(-1, 1);
      const square = u * u + v * v;
      if (square >= 1 || square === 0) continue;
      const root = degreesOfFreedom === 4 ? Math.sqrt(square) : Math.sqrt(Math.sqrt(square));
      const t = u * Math.sqrt((degreesOfFreedom * (1 / root - 1)) / square);
      return t * Math.sqrt((degreesOfFreedom - 2) / degreesOfFreedom);
    }
  }
}

/** Returns Sebastiano Vigna's splitmix generator on 32 bits, which turns even a small seed into well-mixed words. */
function splitMix(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let word = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) | 0;
  };
}
