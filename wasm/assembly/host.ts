/** Returns 1 when the caller wants the running kernel to stop. Every long loop of a kernel calls this import. */
@external("../../src/kernels/stop_flag.ts", "shouldStop")
export declare function shouldStop(): i32;
