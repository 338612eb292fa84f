/** A time limit that begins when it is made. Dispose of it when its time no longer matters. */
export class TimeLimit implements Disposable {
  #isOver = false;
  readonly #timer: ReturnType<typeof setTimeout>;

  constructor(limitMs: number) {
    this.#timer = setTimeout(() => this.#isOver = true, limitMs);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
