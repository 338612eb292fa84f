/** Runs something while no other tab of this browser runs what has the same name. Throws what it throws. */
export async function inTurn<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  if (navigator.locks === undefined) return await run();
  let hasTurn = false;
  try {
    return await navigator.locks.request(name, () => {
      hasTurn = true;
      return run();
    });
  } catch (error) {
    // A browser that blocks cookies refuses turns too, and lets its tabs share nothing that a turn could protect.
    if (!hasTurn && error instanceof DOMException && error.name === "SecurityError") return await run();
    throw error;
  }
}
