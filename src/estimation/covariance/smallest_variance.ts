/** Below it, numbers lose digits to underflow: such an asset counts as one without variance. */
export const SMALLEST_VARIANCE = 2 ** -960;
