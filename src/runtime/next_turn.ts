/** Lets the event loop do what else is due before it goes on. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
