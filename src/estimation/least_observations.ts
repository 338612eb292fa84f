/** Smallest number of returns for any estimate. Fewer returns have no variance. */
export const LEAST_OBSERVATIONS = 2;
