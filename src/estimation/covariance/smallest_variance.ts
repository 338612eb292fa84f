/** Smallest variance of an asset that counts as variable. Smaller numbers lose digits to underflow. */
export const SMALLEST_VARIANCE = 2 ** -960;
