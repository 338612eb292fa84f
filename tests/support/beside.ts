/**
 * Test helper. Returns work that goes on beside a test, which waits for it later. An error of the work is thrown where
 * the test waits; thrown earlier it would end the whole test process, and leave the processes that a test has started.
 */
export function beside<T>(work: Promise<T>, onFailure: () => void = () => undefined): Promise<T> {
  work.catch(onFailure);
  return work;
}
