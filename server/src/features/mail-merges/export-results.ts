import { csvLine, csvStart } from "@intellibox/contract/rules/csv";
import type { Scope } from "#scope.ts";
import { contentOf, findOwn } from "./merges.ts";
import { selectRecipients } from "./recipients.ts";

const batchSize = 500;
const titles = ["Address", "State", "Reason", "Sent", "Opens", "Clicks", "Replied", "Unsubscribed"];

/** The result of each recipient and the columns of the file, in the order of sending. Throws before the first line if it is not there. */
export async function exportResults(scope: Scope, id: string): Promise<AsyncGenerator<string>> {
  const { merge, columns } = await scope.tx(async (tx) => {
    const found = await findOwn(tx, scope, id);
    const { columns: names, addressColumn } = await contentOf(tx, found);
    return { merge: found, columns: names.filter((name) => name !== addressColumn) };
  });
  async function* lines() {
    yield csvStart + csvLine([...titles, ...columns]);
    for (let after = -1; !scope.signal.aborted; ) {
      const { items } = await scope.tx((tx) =>
        selectRecipients(tx, merge, { q: undefined, show: undefined, limit: batchSize, after }),
      );
      for (const { outcome, leftOut, error, sentAt, repliedAt, unsubscribedAt, ...one } of items) {
        const cells = [one.address, outcome, leftOut ?? error, sentAt?.toISOString(), one.opens, one.clicks];
        const times = [repliedAt?.toISOString(), unsubscribedAt?.toISOString()];
        yield csvLine([...cells, ...times, ...columns.map((name) => one.values[name])]);
      }
      const last = items.at(-1);
      if (!last || items.length < batchSize) return;
      after = last.position;
    }
  }
  return lines();
}
