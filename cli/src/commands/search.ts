import { type Command, timeZone, wholeNumber } from "../command.ts";
import { safeLine } from "../safe-text.ts";
import { table, timeText } from "../table.ts";

export const search: Command = {
  summary: "Search mail, newest first; without words, list the inbox",
  usage: "[words] [--limit 20] [--folder name] [--json]",
  details: `Operators: from: to: subject: after: before: has:attachment is:unread, as in the inbox.
Write -- before words that begin with a dash: intellibox search -- -draft
  --limit   how many mails at most, up to 1000
  --folder  inbox, sent, archive, spam, trash, …`,
  options: { limit: { type: "string" }, folder: { type: "string" } },
  async run(call) {
    const limit = wholeNumber(call.text("limit"), 20, 1000);
    const client = await call.client();
    const query = { q: call.words.join(" "), limit: Math.min(limit, 200), timeZone: timeZone() };
    // The server names the folders that exist, if this is none.
    const folder = call.text("folder") as "inbox" | undefined;
    const items = [];
    let notice: string | undefined;
    for (let cursor: string | undefined; items.length < limit; ) {
      const page = await client.inbox.threads({
        query: { ...query, ...(folder && { folder }), ...(cursor && { cursor }) },
      });
      items.push(...page.items);
      notice ??= page.notice;
      if (!page.nextCursor) break;
      cursor = page.nextCursor;
    }
    const found = items.slice(0, limit);
    call.show(found, () =>
      found.length === 0
        ? `${notice ? safeLine(notice) : "No mail was found."}\n`
        : table(
            ["ID", "DATE", "", "FROM", "SUBJECT"],
            found.map(({ id, date, unread, from, fromName, subject }) => [
              ...[id, timeText(date), unread ? "new" : "", [...safeLine(fromName || from)].slice(0, 30).join("")],
              subject,
            ]),
            call.terminal.columns,
          ),
    );
  },
};
