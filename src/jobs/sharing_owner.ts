import type { Helpers, OfferedShares, SharesOnOffer } from "../computations/computation.ts";
import type { MessageFromWorker, ShareNews } from "./messages.ts";
import { ShareClaims } from "./share_claims.ts";
import { type SharedCopies, sharedCopy } from "./shared_copy.ts";

/**
 * The owner's side of sharing: offers the shares of one computation to the pool of its worker, and collects the outputs
 * of the helpers that the pool sends to it.
 */
export class SharingOwner implements Helpers {
  readonly #send: (message: MessageFromWorker) => void;
  readonly #copies: SharedCopies = new WeakMap();
  #offer: Offer | null = null;
  #offers = 0;

  /** `send` sends a message to the pool and copies its arrays, because the computation goes on with them. */
  constructor(send: (message: MessageFromWorker) => void) {
    this.#send = send;
  }

  offer({ basis, ...shares }: SharesOnOffer): OfferedShares {
    const id = ++this.#offers, claims = new ShareClaims(shares.count);
    const offer = new Offer(id, claims);
    this.#offer = offer;
    const shared = sharedCopy(basis, this.#copies);
    this.#send({ type: "offer", offer: { ...shares, id, basis: shared, claims: claims.buffer } });
    return offer;
  }

  /**
   * Takes a message of the pool about shares, such as the output of a helper. Ignores messages about earlier offers.
   */
  hear(news: ShareNews): void {
    if (this.#offer?.id === news.offer) this.#offer.hear(news);
  }
}

class Offer implements OfferedShares {
  readonly id: number;
  readonly #claims: ShareClaims;
  #received: (readonly [share: number, output: unknown])[] = [];
  #hasNews = false;
  #wake: (() => void) | null = null;

  constructor(id: number, claims: ShareClaims) {
    this.id = id;
    this.#claims = claims;
  }

  take(): number | null {
    return this.#claims.takeForOwner();
  }

  received(): readonly (readonly [share: number, output: unknown])[] {
    const received = this.#received;
    this.#received = [];
    return received;
  }

  async news(): Promise<void> {
    if (!this.#hasNews) await new Promise<void>((resolve) => void (this.#wake = resolve));
    this.#hasNews = false;
  }

  close(): void {
    this.#claims.close();
  }

  hear(news: ShareNews): void {
    if (news.output !== null) this.#received.push([news.output.share, news.output.value]);
    this.#hasNews = true;
    this.#wake?.();
    this.#wake = null;
  }
}
