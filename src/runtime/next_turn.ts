/** Waits for the next turn of the event loop, so that other pending work runs first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
