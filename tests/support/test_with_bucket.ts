import { hasObjectServer, type ObjectServer, startObjectServer } from "./object_server.ts";
import { type TemporaryStore, withStore } from "./temporary_store.ts";

type BucketTest = (context: TemporaryStore, server: ObjectServer) => Promise<void>;

export interface BucketOptions {
  /** Name of the bucket that the store is given; that of the server's only bucket if absent. */
  readonly bucket?: string;
}

/**
 * Registers a test with a new store that keeps large content in a bucket. It is skipped where no server of objects can
 * be started.
 */
export function testWithBucket(name: string, test: BucketTest, options: BucketOptions = {}): void {
  Deno.test({ name, ignore: !hasObjectServer(), fn: () => withBucket(test, options) });
}

/** Runs a test with a new store that keeps large content in a bucket, as `testWithBucket` does. */
export async function withBucket(test: BucketTest, { bucket }: BucketOptions = {}): Promise<void> {
  await using server = await startObjectServer();
  const { url } = server.bucket;
  const artifactBucket = { ...server.bucket, url: bucket === undefined ? url : url.replace("artifacts", bucket) };
  await withStore((context) => test(context, server), { artifactBucket });
}
