import type { SendRequest } from "#features/outbox/request.ts";
import { accountOf } from "./gaps.ts";
import type { MergeRow } from "./merges.ts";
import type { PersonalText } from "./personal-mail.ts";

type Addressed = PersonalText & { to: string; key: string; unsubscribeUrl: string };

/** The mail of one recipient, as the outbox takes any other mail. */
export const requestFor = (merge: MergeRow, { to, ...mail }: Addressed): SendRequest => ({
  ...mail,
  ...accountOf(merge),
  kind: "mail",
  to: [to],
  body: "",
  inReplyTo: undefined,
  references: [],
  files: [],
  tracked: merge.tracked,
  followUpDays: undefined,
  followUpId: undefined,
  replaces: undefined,
  undoSeconds: 0,
  sendAt: undefined,
});

/** Equal for every attempt, so that the outbox accepts the mail of a recipient once. */
export const keyFor = (merge: { id: string }, recipient: { id: string }) => `mail-merge:${merge.id}:${recipient.id}`;
