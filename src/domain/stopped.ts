/** Thrown out of a computation whose stop flag was raised while it ran. */
export class Stopped extends Error {
  constructor() {
    super("The computation was stopped");
    this.name = "Stopped";
  }
}
