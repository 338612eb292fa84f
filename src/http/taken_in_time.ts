/** No more of an answer is handed to the runtime at once: what it holds is held until the connection ends. */
const PIECE_BYTES = 16 * 1_024;

export interface TakenInTimeOptions {
  /** How long a client may take no byte, in milliseconds. */
  readonly withinMs: number;
  /** Told why an answer broke off: its client takes nothing, or its source failed. */
  readonly onBreak: (reason: string) => void;
  /** Holds the answer as long as it is in hand, for a service that stops. */
  readonly inHand?: AnswersInHand;
}

/** Answers of which a client has not taken everything. */
export class AnswersInHand {
  readonly #letGo = new Set<() => void>();

  add(letGo: () => void): void {
    this.#letGo.add(letGo);
  }

  delete(letGo: () => void): void {
    this.#letGo.delete(letGo);
  }

  /** Lets go of all of them: nobody reads them any more. */
  end(): void {
    for (const letGo of this.#letGo) letGo();
  }
}

/**
 * The bytes of an answer in pieces that are made as the client takes them. A client that takes none for `withinMs` is
 * let go: the stream fails, its source is cancelled, and what it would have sent is given back.
 */
export function takenInTime(
  content: ReadableStream<Uint8Array> | Uint8Array | string,
  options: TakenInTimeOptions,
): ReadableStream<Uint8Array> {
  return new ReadableStream(new PiecesInTime(sourceOf(content), options), { highWaterMark: 0 });
}

function sourceOf(content: ReadableStream<Uint8Array> | Uint8Array | string): ReadableStream<Uint8Array> {
  if (content instanceof ReadableStream) return content;
  return ReadableStream.from([typeof content === "string" ? new TextEncoder().encode(content) : content]);
}

/** The time runs from each piece that is handed over to the next one asked for, not while the source is waited for. */
class PiecesInTime implements UnderlyingDefaultSource<Uint8Array> {
  readonly #options: TakenInTimeOptions;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest: Uint8Array = NOTHING;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(source: ReadableStream<Uint8Array>, options: TakenInTimeOptions) {
    this.#options = options;
    this.#reader = source.getReader();
  }

  readonly #letGo = (): void => {
    this.cancel("the service stops").catch((error: unknown) => this.#options.onBreak(sentenceOf(error)));
  };

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#options.inHand?.add(this.#letGo);
    this.#timer = this.#letGoLater(controller);
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#rest.length === 0) this.#rest = await this.#next();
    // What came at the same time as the end has nobody to go to.
    if (this.#isOver) return;
    if (this.#rest.length === 0) {
      this.#options.inHand?.delete(this.#letGo);
      return controller.close();
    }
    // A copy: a piece that the runtime holds must not hold the rest.
    const piece = this.#rest.slice(0, PIECE_BYTES);
    this.#rest = this.#rest.subarray(PIECE_BYTES);
    this.#timer = this.#letGoLater(controller);
    // Cancels at once where the client has gone away meanwhile.
    controller.enqueue(piece);
  }

  async cancel(reason: unknown): Promise<void> {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#options.inHand?.delete(this.#letGo);
    this.#rest = NOTHING;
    await this.#reader.cancel(reason);
  }

  /** Empty at the end. */
  async #next(): Promise<Uint8Array> {
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (done) return NOTHING;
        if (value.length > 0) return value;
      }
    } catch (error) {
      this.#options.inHand?.delete(this.#letGo);
      this.#options.onBreak(sentenceOf(error));
      throw error;
    }
  }

  #letGoLater(controller: ReadableStreamDefaultController<Uint8Array>): ReturnType<typeof setTimeout> {
    const { withinMs, onBreak } = this.#options;
    return setTimeout(() => {
      const reason = new Error(`The client took no byte for ${withinMs} ms`);
      onBreak(reason.message);
      controller.error(reason);
      // A source that cannot be cancelled has failed by itself, and nobody reads of it any more.
      this.cancel(reason).catch((error: unknown) => onBreak(sentenceOf(error)));
    }, withinMs);
  }
}

const NOTHING = new Uint8Array();

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
