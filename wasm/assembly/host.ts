/** 1 when the caller wants the running kernel to end; polled in every long loop. */
@external("../../src/kernels/stop_flag.ts", "shouldStop")
export declare function shouldStop(): i32;
