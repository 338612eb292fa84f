import type { Helpers, OfferedShares, SharesOnOffer } from "../computations/computation.ts";
import type { LendableWorkers } from "./lendable_workers.ts";
import type { MessageFromWorker, ShareNews } from "./messages.ts";
import { WORK_OF_START } from "./pool_member.ts";
import { ShareClaims } from "./share_claims.ts";
import { type SharedCopies, sharedCopy } from "./shared_copy.ts";

/**
 * The owner's side of sharing: offers the shares of one computation to the pool of its worker, and collects the outputs
 * of the helpers that the pool sends to it. Nothing is sent or copied as long as the pool has nobody to lend: whenever
 * the computation takes a share or checks the stop flag, the owner looks whether there is somebody by now.
 */
export class SharingOwner implements Helpers {
  readonly #send: (message: MessageFromWorker) => void;
  readonly #lendable: LendableWorkers;
  readonly #copies: SharedCopies = new WeakMap();
  #offer: Offer | null = null;
  /** Shares that the pool does not know of yet, because it had nobody to lend; null if there are none. */
  #unsent: SharesOnOffer | null = null;
  #offers = 0;

  /** `send` sends a message to the pool and copies its arrays, because the computation goes on with them. */
  constructor(send: (message: MessageFromWorker) => void, lendable: LendableWorkers) {
    this.#send = send;
    this.#lendable = lendable;
  }

  get areIdle(): boolean {
    return this.#lendable.areIdle;
  }

  offer(shares: SharesOnOffer): OfferedShares {
    const claims = new ShareClaims(shares.count);
    this.#offer = new Offer({ id: ++this.#offers, claims, look: () => this.look() });
    this.#unsent = shares;
    return this.#offer;
  }

  /** Sends the offer of the computation to the pool, if it has not been sent yet and the pool has somebody to lend. */
  look(): void {
    const unsent = this.#unsent, offer = this.#offer;
    if (unsent === null || offer === null) return;
    const isForStart = unsent.work >= WORK_OF_START && this.#lendable.areStartable;
    if (!this.#lendable.areIdle && !isForStart) return;
    this.#unsent = null;
    if (!offer.claims.areOpen) return;
    const { basis, ...shares } = unsent, shared = sharedCopy(basis, this.#copies);
    this.#send({ type: "offer", offer: { ...shares, id: offer.id, basis: shared, claims: offer.claims.buffer } });
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
  readonly claims: ShareClaims;
  readonly #look: () => void;
  #received: (readonly [share: number, output: unknown])[] = [];
  #hasNews = false;
  #wake: (() => void) | null = null;

  constructor(
    { id, claims, look }: { readonly id: number; readonly claims: ShareClaims; readonly look: () => void },
  ) {
    this.id = id;
    this.claims = claims;
    this.#look = look;
  }

  take(): number | null {
    const share = this.claims.takeForOwner();
    this.#look();
    return share;
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
    this.claims.close();
  }

  hear(news: ShareNews): void {
    if (news.output !== null) this.#received.push([news.output.share, news.output.value]);
    this.#hasNews = true;
    this.#wake?.();
    this.#wake = null;
  }
}
