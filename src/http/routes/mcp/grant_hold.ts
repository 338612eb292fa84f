import type { DomainError } from "../../../domain/errors.ts";
import { pause } from "../../../runtime/pause.ts";

/** Milliseconds between two looks at the grant of an answer that takes time: it ends within a second of its grant. */
const LOOK_MS = 500;

/**
 * Holds an answer open for as long as its grant lasts. A quick answer has no look at the grant beyond that of its
 * request.
 */
export class GrantHold {
  /** Aborts when the client leaves, and when the grant has ended or lost a scope. */
  readonly signal: AbortSignal;
  readonly #lost = new AbortController();
  readonly #done = new AbortController();

  /**
   * `isHeld` throws where nothing is known of the grant. `ended` makes the refusal of an answer whose grant has ended.
   */
  constructor(client: AbortSignal, isHeld: () => Promise<boolean>, ended: () => DomainError) {
    this.signal = AbortSignal.any([client, this.#lost.signal]);
    void this.#watch(isHeld, ended);
  }

  /** Waits for an answer. Throws the refusal as soon as the grant ends. */
  async during<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const { signal } = this.#lost;
    const lost = new Promise<never>((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason), { once: true })
    );
    return await Promise.race([answer, lost]);
  }

  /** Passes a stream on; the hold ends with it. */
  over(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
    const end = (): void => this.end();
    const reader = stream.getReader();
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await reader.read().catch((error) => {
          end();
          throw error;
        });
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    }, { highWaterMark: 0 });
  }

  /** Ends the hold: the answer is complete, or there is none. */
  end(): void {
    this.#done.abort();
  }

  async #watch(isHeld: () => Promise<boolean>, ended: () => DomainError): Promise<void> {
    const over = AbortSignal.any([this.#done.signal, this.signal]);
    for (;;) {
      await pause(LOOK_MS, over);
      if (over.aborted) return;
      try {
        if (await isHeld()) continue;
        return this.#lost.abort(ended());
      } catch (error) {
        // Where the store cannot answer, nothing is known of the grant, and the answer ends by that refusal.
        return this.#lost.abort(error);
      }
    }
  }
}
