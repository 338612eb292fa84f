import v8 from "node:v8";

/** Resident bytes above which freed memory is given back. Below, a process has little to give. */
const WORTH_GIVING_BYTES = 256 * 1024 * 1024;
/** Parameters of `mallopt` in `malloc.h` of the GNU C library. */
const TRIM_THRESHOLD = -1, MMAP_THRESHOLD = -3, MOST_ARENAS = -8;
/** Blocks of at least this many bytes are mapped one by one, so they go back as soon as they are freed. */
const MAPPED_BYTES = 256 * 1024;

const SYMBOLS = {
  mallopt: { parameters: ["i32", "i32"], result: "i32" },
  malloc_trim: { parameters: ["usize"], result: "i32" },
} as const;

/**
 * Makes this process use little memory, for a platform that passes no flags to the runtime. The engine collects garbage
 * early, as with the flags of the task `start`, and the C library maps large blocks one by one. Returns a function that
 * gives freed memory back to the operating system, to be called now and then. Where the C library is another one or may
 * not be called, the function does nothing, and the reason is printed once.
 */
export function frugalMemory(print: (text: string) => void): () => void {
  v8.setFlagsFromString("--heap-growing-percent=20");
  v8.setFlagsFromString("--max-semi-space-size=2");
  try {
    const { symbols: { mallopt, malloc_trim } } = Deno.dlopen("libc.so.6", SYMBOLS);
    mallopt(MOST_ARENAS, 1);
    mallopt(MMAP_THRESHOLD, MAPPED_BYTES);
    mallopt(TRIM_THRESHOLD, MAPPED_BYTES);
    return () => {
      if (Deno.memoryUsage().rss > WORTH_GIVING_BYTES) malloc_trim(0n);
    };
  } catch (error) {
    print(`Freed memory is not given back: ${error instanceof Error ? error.message : error}`);
    return () => {};
  }
}
