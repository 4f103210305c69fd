import { api } from "@intellibox/contract/api";
import type { MailDraft } from "@intellibox/contract/endpoints/drafts";
import { t } from "@intellibox/contract/text/t";
import { AppError, notFound } from "#lib/errors.ts";
import { parseMail } from "#outside/mime/parse.ts";
import type { MailAddress } from "#outside/mime/parsed-mail.ts";
import type { EncodedAnswer } from "#http/encoded-answer.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { findMessage } from "#features/inbox/read-message.ts";
import { wholeMail } from "#features/left-files/whole-mail.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";
import { paragraphs, picturesIn, referencesOf, withPictures } from "#features/outbox/editable-mail.ts";

/** A draft that was begun in another program. */
export async function readMailDraft(scope: Scope, id: string): Promise<MailDraft | EncodedAnswer> {
  const { item, content } = await scope.tx((tx) => findMessage(tx, scope, id));
  if (item.folder !== "drafts") throw notFound(t("Draft not found"));
  const { sourceKey } = await wholeMail(scope, mailboxOwner(scope), id);
  const source = await scope.outside.objects.get(sourceKey);
  if (!source) throw notFound(t("Draft not found"));
  // A part of it cannot be continued: sending it would lose the rest.
  if (content.truncated) throw new AppError("too_large", t("This draft is too large to be continued here."));
  const raw = Buffer.from(source);
  const mail = await parseMail(raw, ownerOf(scope));
  const html = mail.html ?? paragraphs(mail.text);
  const pictures = picturesIn(html, mail.attachments);
  const shown = new Set(pictures);
  const written: MailDraft = {
    ...{ id, mailboxId: item.boxId, account: item.account },
    ...{ to: addressesOf(mail.to), cc: addressesOf(mail.cc), bcc: addressesOf(mail.bcc) },
    ...{ subject: mail.subject, html, inReplyTo: mail.inReplyTo, references: referencesOf(mail) },
    files: mail.attachments.filter((file) => !shown.has(file)),
  };
  return withPictures(scope, { call: api.drafts.readMail, written, raw, pictures });
}

const addressesOf = (people: MailAddress[]) => people.map(({ address }) => address).filter(Boolean);
