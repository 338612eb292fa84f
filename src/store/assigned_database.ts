/**
 * Whether `Deno.openKv()` opened a database that the hosted platform assigned to the app. Without one, the platform
 * silently opens a store in the memory of the instance, whose data is lost with it. Such a store accepts messages for a
 * queue, and the platform's databases do not: an operation with a message and a check that fails is refused by them,
 * and changes nothing elsewhere.
 */
export async function isAssignedDatabase(kv: Deno.Kv): Promise<boolean> {
  const neverThere = { key: ["probe of the database"], versionstamp: "00000000000000000001" };
  try {
    await kv.atomic().check(neverThere).enqueue(null).commit();
    return false;
  } catch (error) {
    if (error instanceof Error && /not supported|unsupported/i.test(error.message)) return true;
    throw error;
  }
}
