/** A binary heap of the nodes of a search by their bounds, least first. Of equal bounds the newest comes first. */
export class OpenNodes<Node> {
  readonly #heap: Entry<Node>[] = [];
  #added = 0;

  get isEmpty(): boolean {
    return this.#heap.length === 0;
  }

  add(node: Node, bound: number): void {
    const heap = this.#heap, entry = { node, bound, order: -this.#added++ };
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(entry, heap[above])) break;
      heap[at] = heap[above];
      at = above;
    }
    heap[at] = entry;
  }

  /** Removes and returns the node of least bound. Returns null if the heap is empty. */
  take(): Node | null {
    const heap = this.#heap, [first] = heap, last = heap.pop();
    if (last === undefined) return null;
    if (heap.length === 0) return last.node;
    let at = 0;
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      if (below + 1 < heap.length && isBefore(heap[below + 1], heap[below])) below++;
      if (!isBefore(heap[below], last)) break;
      heap[at] = heap[below];
      at = below;
    }
    heap[at] = last;
    return first.node;
  }
}

interface Entry<Node> {
  readonly node: Node;
  readonly bound: number;
  readonly order: number;
}

function isBefore<Node>(one: Entry<Node>, other: Entry<Node>): boolean {
  return one.bound < other.bound || (one.bound === other.bound && one.order < other.order);
}
