import { signal } from "@preact/signals";

/**
 * Whether the page is being printed, so that it is all there and not only what is in view. What is drawn for the first
 * time because of that knows it, too.
 */
export const isPrinting = signal(false);

addEventListener("beforeprint", () => isPrinting.value = true);
addEventListener("afterprint", () => isPrinting.value = false);
