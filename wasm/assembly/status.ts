/** What a kernel with a status answers; negative ones are the kernel's own. */
export const DONE: i32 = 0;
export const STOPPED: i32 = 1;
export const OUT_OF_MEMORY: i32 = 2;
