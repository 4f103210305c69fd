import { t } from "@intellibox/contract/text/t";
/**
 * Copies of drafts at Outlook. A copy has properties of ours, which stay when another program changes it. So a change there is noticed
 * by the change key and by digests of the content.
 */
import { z } from "zod";
import { threaded } from "#lib/threads.ts";
import { CloudError } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "../cloud-account.ts";
import { type DraftCopy, type KeptCopy, MailboxError } from "../mailbox.ts";
import { deletePermanently, graphCall, graphId, messagePath, queryOf, quoted } from "./calls.ts";
import { remoteIdOf } from "./cursor.ts";
import { type DraftContent, readDraft, wholeDigest, wordsDigest } from "./draft-content.ts";
import { asDenied, folderPath } from "./folders.ts";

/** https://learn.microsoft.com/graph/api/resources/extended-properties-overview. The id is ours. */
const propertyOf = (name: string) => `String {8f3b6f0c-5d0e-4a53-9c39-6a1f0a4d7be2} Name ${name}`;
/** The draft's id. */
const idProperty = propertyOf("IntelliboxDraft");
/** The `wordsDigest` of what we wrote. */
const digestProperty = propertyOf("IntelliboxDraftWords");
/** PidTagInReplyToId and PidTagInternetReferences: Graph has no other name for them. */
const [inReplyToProperty, referencesProperty] = ["String 0x1042", "String 0x1039"];
/** The value of `idProperty` in a copy that another program has changed. */
const notOurs = "changed elsewhere";

const people = z.array(z.object({ emailAddress: z.object({ address: z.string().nullish() }).optional() })).nullish();
const draft = z.object({
  id: graphId,
  changeKey: z.string(),
  subject: z.string().nullish(),
  body: z.object({ content: z.string() }).nullish(),
  toRecipients: people,
  ccRecipients: people,
  bccRecipients: people,
  hasAttachments: z.boolean().nullish(),
  singleValueExtendedProperties: z.array(z.object({ id: z.string(), value: z.string() })).nullish(),
});
type GraphDraft = z.output<typeof draft>;
const fields = "changeKey,subject,body,toRecipients,ccRecipients,bccRecipients,hasAttachments";
/** More than one exist only after a crash. */
const mostCopies = 20;
const maxAnswerBytes = 64 << 20;
/** How often a draft is read again that changes between reading and writing. */
const mostTries = 3;

export async function keepDraft(account: CloudAccount, raw: Uint8Array, copy: DraftCopy): Promise<KeptCopy> {
  const content = raw.length <= smallBytes ? readDraft(raw) : await inThread("readDraft", [raw]);
  for (let tries = 0; tries < mostTries; tries++) {
    const { own, others } = await findCopies(account, copy);
    for (const { id } of others) await change(account, id, { singleValueExtendedProperties: propertiesOf(notOurs) });
    const [first, ...further] = own;
    const isInPlace = first && content.pictures.length === 0 && !hasFiles(first);
    const kept = isInPlace ? await update(account, first, copy, content) : await create(account, copy, content);
    if (!kept) continue;
    for (const { id } of isInPlace ? further : own) await remove(account, id);
    const mark = `${kept.changeKey} ${wholeDigest(kept)} ${content.digest}`;
    return { remoteId: remoteIdOf("drafts", kept.id), mark, isChangedElsewhere: !first && copy.remoteId !== null };
  }
  throw new MailboxError("throttled", t("Another program is changing this draft."));
}

export async function removeDraft(account: CloudAccount, copy: DraftCopy): Promise<void> {
  const { own } = await findCopies(account, copy);
  for (const { id } of own) await remove(account, id);
}

/** A smaller mail is read on the main thread, because a worker thread would cost more. */
const smallBytes = 32 * 1024;
const inThread = threaded<typeof import("./draft-content.ts")>(new URL("./draft-content.ts", import.meta.url));

/** The copies of a draft in the Drafts folder, and those that another program has changed. */
async function findCopies(
  account: CloudAccount,
  copy: DraftCopy,
): Promise<{ own: GraphDraft[]; others: GraphDraft[] }> {
  const query = queryOf({
    $filter: `singleValueExtendedProperties/Any(ep: ep/id eq ${quoted(idProperty)} and ep/value eq ${quoted(copy.id)})`,
    $expand: `singleValueExtendedProperties($filter=id eq ${quoted(digestProperty)})`,
    ...{ $select: fields, $top: String(mostCopies) },
  });
  const path = `${folderPath("drafts")}/messages?${query}`;
  const answer = await graphCall(account, { path, maxBytes: maxAnswerBytes });
  const found = answer.json(z.object({ value: z.array(draft) })).value;
  const { own = [], others = [] } = Object.groupBy(found, (one) => (isOwn(one, copy) ? "own" : "others"));
  return { own, others };
}

/**
 * Whether a copy is as we wrote it. Exchange may give an item another change key without an edit, so the content decides
 * then. What we wrote without storing its mark, because the process died, is known by its words.
 */
function isOwn(found: GraphDraft, { mark }: DraftCopy): boolean {
  const written = found.singleValueExtendedProperties?.find(({ id }) => isSame(id, digestProperty))?.value;
  const [changeKey, whole, words] = mark?.split(" ") ?? [];
  if (written !== undefined && written === words) return found.changeKey === changeKey || wholeDigest(found) === whole;
  return written === wordsDigest(found);
}

/** Graph tells the names of properties in its own case. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Graph does not count pictures that are shown in the text as attachments. */
const hasFiles = ({ hasAttachments, body }: GraphDraft) =>
  hasAttachments === true || /\bcid:/i.test(body?.content ?? "");

const propertiesOf = (id: string, digest?: string) => [
  { id: idProperty, value: id },
  ...(digest ? [{ id: digestProperty, value: digest }] : []),
];

/** Undefined if another program has changed or deleted it meanwhile. */
function update(account: CloudAccount, { id, changeKey }: GraphDraft, copy: DraftCopy, content: DraftContent) {
  const json = { ...content.fields, singleValueExtendedProperties: propertiesOf(copy.id, content.digest) };
  return change(account, id, json, { "if-match": `W/"${changeKey}"` });
}

async function change(account: CloudAccount, id: string, json: object, headers: Record<string, string> = {}) {
  const call = { method: "PATCH", path: messagePath(id), json, headers, isRepeatable: true } as const;
  try {
    return (await graphCall(account, { ...call, maxBytes: maxAnswerBytes })).json(draft);
  } catch (error) {
    if (error instanceof CloudError && (error.fault === "gone" || isConflict(error))) return undefined;
    throw asRefused(error);
  }
}

const isConflict = ({ status, reason }: CloudError) => status === 412 || reason === "ErrorIrresolvableConflict";

async function create(account: CloudAccount, copy: DraftCopy, { fields, pictures, ...content }: DraftContent) {
  const { inReplyTo, references, digest } = content;
  const json = {
    ...fields,
    singleValueExtendedProperties: [
      ...propertiesOf(copy.id, digest),
      ...(inReplyTo ? [{ id: inReplyToProperty, value: inReplyTo }] : []),
      ...(references.length > 0 ? [{ id: referencesProperty, value: references.join(" ") }] : []),
    ],
    ...(pictures.length > 0 && {
      attachments: pictures.map((picture) => ({
        ...{ "@odata.type": "#microsoft.graph.fileAttachment", isInline: true },
        ...picture,
      })),
    }),
  };
  try {
    // Not repeated: the next attempt finds a copy whose answer was lost.
    const call = { method: "POST", path: "/me/messages", json, maxBytes: maxAnswerBytes } as const;
    return (await graphCall(account, call)).json(draft);
  } catch (error) {
    throw asRefused(error);
  }
}

/** A draft that is larger than a call may be is not taken at the next attempt either. */
function asRefused(error: unknown): unknown {
  if (error instanceof CloudError && error.fault === "too_large")
    return new MailboxError("denied", t("Outlook takes drafts of 3 MB."), { cause: error });
  return asDenied(error);
}

const remove = (account: CloudAccount, id: string) =>
  deletePermanently(account, id).catch((error: unknown) => {
    if (!(error instanceof CloudError) || error.fault !== "gone") throw error;
  });
