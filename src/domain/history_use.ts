/** Every choice of the returns that estimates use: those on days that all assets have, or all that there are. */
export const HISTORY_USES = ["common", "available"] as const;

/** Which returns estimates use. */
export type HistoryUse = typeof HISTORY_USES[number];
