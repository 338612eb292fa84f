import assert from "node:assert/strict";
import { readStatement } from "../../src/holdings/layouts/read_statement.ts";
import type { Statement } from "../../src/holdings/statement.ts";
import { UnreadableFile } from "../../src/holdings/unreadable_file.ts";
import { type DamagedStatement, damagedStatement } from "../support/damaged_statements.ts";
import { IS_FULL_RUN, partOf } from "../support/tier.ts";

const STATEMENTS = Array.from({ length: 400 }, (_, i) => damagedStatement(i + 1));
const OF_ONE_CELL = /^(name of \d+ (emptied|translated)|merged \d+ and \d+)$/;

Deno.test("a statement with a damaged header is read exactly or refused, and told where its figures disagree", () => {
  let exact = 0, tried = 0;
  for (const damaged of partOf(STATEMENTS, { share: 8 })) {
    tried++;
    const statement = readOrNull(damaged);
    if (statement === null) continue;
    assert.equal(statement.lines.length, damaged.holdings.length, damaged.name);
    const isTold = statement.columns.some(({ detail }) => detail.includes("; check it: "));
    if (misreadIn(damaged, statement).length > 0) assert.ok(isTold, `${damaged.name}: ${detailsOf(statement)}`);
    else exact++;
  }
  if (IS_FULL_RUN) assert.ok(exact >= 0.8 * tried, `${exact} of ${tried}`);
});

Deno.test("a statement in which one header cell is empty, translated or merged with the next one is read exactly", () => {
  const ofOneCell = STATEMENTS.filter(({ damages: [first = "", ...others] }) =>
    others.length === 0 && OF_ONE_CELL.test(first)
  );
  assert.ok(ofOneCell.length > 50);
  for (const damaged of partOf(ofOneCell)) {
    const statement = readStatement([damaged.sheet]);
    assert.equal(statement.lines.length, damaged.holdings.length, damaged.name);
    assert.deepEqual(misreadIn(damaged, statement), [], `${damaged.name}: ${detailsOf(statement)}`);
  }
});

function readOrNull({ name, sheet }: DamagedStatement): Statement | null {
  try {
    return readStatement([sheet]);
  } catch (error) {
    assert.ok(error instanceof UnreadableFile, name);
    assert.match(
      error.message,
      /; (name the column ".*" as .* does, or )?send the statement as it was downloaded$/,
      name,
    );
    return null;
  }
}

/**
 * Returns the lines that were read as another holding than the statement has. In a header that has every name, names of
 * two columns of texts may be exchanged: their lines then go by texts that no asset has.
 */
function misreadIn({ holdings, isWhole }: DamagedStatement, { lines }: Statement): readonly unknown[] {
  const keys = new Set(holdings.map(({ key }) => key));
  return lines.filter((line, i) => {
    const key = line.isin ?? line.name, { [i]: held } = holdings;
    if (line.fault !== null || (isWhole && !keys.has(key))) return false;
    return key !== held?.key || !isNear(line.quantity, held.quantity) || !isNear(line.price, held.price);
  });
}

function isNear(read: number | null, held: number): boolean {
  return read !== null && Math.abs(read - held) <= 1e-9 * held;
}

function detailsOf({ columns }: Statement): string {
  return columns.map(({ detail }) => detail).join("\n");
}
