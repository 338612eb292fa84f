/** Smallest variance of an asset at which its return counts as varying. Smaller numbers lose digits to underflow. */
export const SMALLEST_VARIANCE = 2 ** -960;
