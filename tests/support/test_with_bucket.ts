import { hasObjectServer, type ObjectServer, startObjectServer } from "./object_server.ts";
import { type TemporaryStore, withStore } from "./temporary_store.ts";

type BucketTest = (context: TemporaryStore, server: ObjectServer) => Promise<void>;

/**
 * Registers a test with a new store that keeps large content in a bucket. It is skipped where no server of objects can
 * be started.
 */
export function testWithBucket(name: string, test: BucketTest): void {
  Deno.test({ name, ignore: !hasObjectServer(), fn: () => withBucket(test) });
}

/** Runs a test with a new store that keeps large content in a bucket, as `testWithBucket` does. */
export async function withBucket(test: BucketTest): Promise<void> {
  await using server = await startObjectServer();
  await withStore((context) => test(context, server), { artifactBucket: server.bucket });
}
