/** The stop flag of this worker, which core.wasm also reads through this module. */
let flag: Int32Array | null = null;
let onLook: (() => void) | null = null;

/** Watches the first 32-bit word of a shared buffer: any value but 0 means stop. With null nothing is watched. */
export function watchStopFlag(buffer: SharedArrayBuffer | null): void {
  flag = buffer === null ? null : new Int32Array(buffer, 0, 1);
}

/**
 * Sets the listener that is called at every check of the flag. Every long loop checks it often, so that a worker can
 * report its progress during the loop.
 */
export function watchLooks(listener: () => void): void {
  onLook = listener;
}

/** Returns 1 if the flag is raised, else 0. */
export function shouldStop(): number {
  onLook?.();
  return flag !== null && Atomics.load(flag, 0) !== 0 ? 1 : 0;
}
