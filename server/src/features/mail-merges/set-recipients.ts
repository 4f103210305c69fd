import type { BodyOf } from "@intellibox/contract/endpoint";
import type { mailMerges as calls } from "@intellibox/contract/endpoints/mail-merges";
import { maxMergeColumns, maxMergeRecipients, maxMergeValueLength } from "@intellibox/contract/rules/mail-merge";
import { t } from "@intellibox/contract/text/t";
import { AppError, invalid } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import { threaded } from "#lib/threads.ts";
import { WorkerLostError } from "#lib/worker-pool.ts";
import type { Tx } from "#db/fence.ts";
import { sql } from "#db/orm.ts";
import { mailMergeContents, mailMergeRecipients, mailMerges } from "#db/tables/mail-merges.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { suppressedAmong } from "#features/suppressions/suppressions.ts";
import { areRecipientsOf, getMerge, isContentOf, isMerge, lockDraft, type MergeRow } from "./merges.ts";
import type { ParsedRecipient, ParsedRecipients } from "./parse-recipients.ts";

const inThread = threaded<typeof import("./parse-recipients.ts")>(new URL("./parse-recipients.ts", import.meta.url));

export async function setRecipients(scope: Scope, id: string, body: BodyOf<typeof calls.setRecipients>) {
  const parsed = await parseBody(scope, body);
  refuseUnusable(parsed);
  const { columns, addressColumn, problems } = parsed;
  const fileName = body.source === "file" ? body.fileName : null;
  return scope.tx(async (tx) => {
    const merge = await lockDraft(tx, scope, id);
    await tx.delete(mailMergeRecipients).where(areRecipientsOf(merge));
    await insertRecipients(tx, merge, parsed.recipients);
    await tx.update(mailMergeContents).set({ columns, addressColumn, problems, fileName }).where(isContentOf(merge));
    await tx.update(mailMerges).set({ updatedAt: scope.now() }).where(isMerge(merge));
    return getMerge(tx, scope, id);
  });
}

async function parseBody(scope: Scope, body: BodyOf<typeof calls.setRecipients>): Promise<ParsedRecipients> {
  const options = { owner: ownerOf(scope) };
  const parsing =
    body.source === "file"
      ? inThread("parseFile", [{ text: body.text, addressColumn: body.addressColumn }], options)
      : inThread("parseTyped", [body.text], options);
  return parsing.catch((error) => {
    if (error instanceof WorkerLostError)
      throw new AppError("too_large", t("The file takes too long to read. Please split it."), { cause: error });
    throw error;
  });
}

function refuseUnusable({ unreadable, tooMany, tooManyColumns, longLine }: ParsedRecipients) {
  if (unreadable) throw invalid(t("The file could not be read. Save it as CSV, with commas between the cells."));
  if (tooMany !== null) throw tooManyRecipients(tooMany);
  if (tooManyColumns !== null)
    throw invalid(
      t("The file has {count} columns. A mail merge can have {most} at most: remove those that you do not need.", {
        count: String(tooManyColumns),
        most: String(maxMergeColumns),
      }),
    );
  if (longLine !== null)
    throw invalid(
      t("Line {line} has a value of more than {most} characters. Shorten it, or remove its column.", {
        line: String(longLine),
        most: String(maxMergeValueLength),
      }),
    );
}

export const tooManyRecipients = (count: number) =>
  invalid(
    t("The list has {count} recipients. A mail merge can have {most} at most: split the list.", {
      count: String(count),
      most: String(maxMergeRecipients),
    }),
  );

/** One statement for all, because there may be thousands. `from` is the first position. */
export async function insertRecipients(tx: Tx, merge: MergeRow, recipients: ParsedRecipient[], from = 0) {
  if (recipients.length === 0) return;
  const suppressed = await suppressedAmong(
    tx,
    merge.tenantId,
    recipients.map(({ address }) => address),
  );
  const rows = recipients.map((recipient, position) => ({ ...recipient, id: newId(), position: from + position }));
  const given = rows.map((row) => ({ ...row, suppressed: suppressed.has(row.address) }));
  await tx.execute(sql`
    insert into mail_merge_recipients (tenant_id, id, user_id, merge_id, position, line, address, values, state, left_out)
    select ${merge.tenantId}::uuid, g.id, ${merge.userId}::uuid, ${merge.id}::uuid, g.position, g.line, g.address, g.values,
      case when g.suppressed then 'left_out' else 'waiting' end, case when g.suppressed then 'suppressed' end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as g (id uuid, position int, line int, address text, values jsonb, suppressed boolean)`);
}
