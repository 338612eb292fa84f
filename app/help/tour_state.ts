import { signal } from "@preact/signals";

/** State of the tour: offered to who has not seen it, at one of its steps, or over for good. */
export type TourState = "offered" | "over" | number;

const NAME = "tour";

/** State of the tour at this browser. */
export const tourState = signal<TourState>(isOver() ? "over" : "offered");

/** Begins the tour at its first step, also for who has left it before. */
export function beginTour(): void {
  tourState.value = 0;
}

/** Leaves the tour. It does not come back by itself, where the browser allows storage. */
export function leaveTour(): void {
  tourState.value = "over";
  try {
    localStorage.setItem(NAME, "over");
  } catch {
    // The browser allows no storage: the tour stays away as long as the page.
  }
}

function isOver(): boolean {
  try {
    return localStorage.getItem(NAME) === "over";
  } catch {
    // The browser allows no storage. Who cannot be remembered is not asked each time.
    return true;
  }
}
