import type { Listing } from "../../market_data/provider.ts";

/** Map from names or codes to listed assets; one key may have several listings. */
export class ListingMap {
  readonly #listings = new Map<string, Listing | Listing[]>();

  add(key: string, listing: Listing): void {
    const known = this.#listings.get(key);
    if (known === undefined) this.#listings.set(key, listing);
    else if (Array.isArray(known)) known.push(listing);
    else this.#listings.set(key, [known, listing]);
  }

  get(key: string): readonly Listing[] {
    const known = this.#listings.get(key);
    return known === undefined ? [] : Array.isArray(known) ? known : [known];
  }
}
