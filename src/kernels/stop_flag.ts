/** One worker, one module graph, one flag. Imported by core.wasm itself. */
let flag: Int32Array | null = null;
let onLook: (() => void) | null = null;

/** Watches the first 32-bit word of a shared buffer: anything but 0 means stop. Null watches nothing. */
export function watchStopFlag(buffer: SharedArrayBuffer | null): void {
  flag = buffer === null ? null : new Int32Array(buffer, 0, 1);
}

/** Calls the listener at every look at the flag, which every long loop takes often. */
export function watchLooks(listener: () => void): void {
  onLook = listener;
}

/** 1 when the flag is raised. */
export function shouldStop(): number {
  onLook?.();
  return flag !== null && Atomics.load(flag, 0) !== 0 ? 1 : 0;
}
