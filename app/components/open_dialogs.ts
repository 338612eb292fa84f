import { signal } from "@preact/signals";

/** Number of dialogs that are open. All that is not in the uppermost one can be neither used nor heard. */
export const openDialogs = signal(0);
