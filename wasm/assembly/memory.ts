// Memory as a stack above the static data. Nothing is freed by itself: release(to) frees everything that was allocated
// since mark() returned `to`.

let top: usize = 0;

/**
 * Allocates `bytes` bytes on the kernels' memory stack and returns their address, aligned to 16 and not cleared.
 * Returns 0 when the memory has reached its maximum.
 */
export function allocate(bytes: usize): usize {
  const at = mark();
  const end = <u64> at + ((<u64> bytes + 15) & ~15);
  const have = <u64> memory.size() << 16;
  if (end > 0xffffffff) return 0;
  if (end > have && memory.grow(<i32> ((end - have + 0xffff) >> 16)) < 0) return 0;
  top = <usize> end;
  return at;
}

/** Returns the current end of the kernels' memory stack. */
export function mark(): usize {
  if (top == 0) top = (__heap_base + 15) & ~15;
  return top;
}

/** Frees all memory of the kernels that was allocated since `mark()` returned `to`. */
export function release(to: usize): void {
  top = to;
}

/** Returns the address of the i-th double of an array at address `base`. */
export function at(base: usize, i: i32): usize {
  return base + (<usize> i << 3);
}

/** Returns the address of entry (i, j) of a row-major matrix of doubles with `stride` columns, at address `base`. */
export function entry(base: usize, stride: i32, i: i32, j: i32): usize {
  return base + ((<usize> i * <usize> stride + <usize> j) << 3);
}

/** Returns the i-th double of an array at address `base`. */
export function get(base: usize, i: i32): f64 {
  return load<f64>(at(base, i));
}

/** Stores a value as the i-th double of an array at address `base`. */
export function set(base: usize, i: i32, value: f64): void {
  store<f64>(at(base, i), value);
}

/** Returns the i-th 32-bit integer of an array at address `base`. */
export function getId(base: usize, i: i32): i32 {
  return load<i32>(base + (<usize> i << 2));
}

/** Stores a value as the i-th 32-bit integer of an array at address `base`. */
export function setId(base: usize, i: i32, value: i32): void {
  store<i32>(base + (<usize> i << 2), value);
}
