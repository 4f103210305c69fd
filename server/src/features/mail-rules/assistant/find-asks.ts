// Finds what mails ask of their reader, for conditions about that. The built-in engine reads them.
import { threaded } from "#lib/threads.ts";
import { ownerOf, type Scope } from "#scope.ts";
import type { StoredRuleMail } from "#features/mail-facts/read-rule-mails.ts";

const engine = threaded<typeof import("#engine/briefing/brief-mails.ts")>(
  new URL("../../../engine/briefing/brief-mails.ts", import.meta.url),
);
const timeoutMs = 10_000;

/** By message: the sentence that asks its reader for something. Mail that asks for nothing is left out. */
export async function findAsks(scope: Scope, mails: StoredRuleMail[]): Promise<Map<string, string>> {
  if (mails.length === 0) return new Map();
  const now = scope.now();
  const notes = await engine(
    "briefMails",
    [
      mails.map(({ from, date, text, htmlText, headers }) => ({
        ...{ from: `${from.name} <${from.address}>`, to: scope.user.name, at: date, body: text || htmlText },
        header: { ...headers, from: `${from.name} <${from.address}>` },
        isToReader: true,
      })),
      { now, until: now, readers: [scope.user.name, scope.user.email] },
    ],
    { owner: ownerOf(scope), timeoutMs },
  );
  return new Map(notes.flatMap(({ ask }, at) => (ask && mails[at] ? [[mails[at].id, ask]] : [])));
}
