/** The content of a draft as Graph takes it. A long one is read in a worker thread. */
import { createHash } from "node:crypto";
import { wordsOfHtml } from "#lib/html/text.ts";
import { openMail } from "#outside/mime/read-mail.ts";

type GraphAddress = { emailAddress: { address: string } };

export type DraftFields = {
  subject: string;
  body: { contentType: "html"; content: string };
  toRecipients: GraphAddress[];
  ccRecipients: GraphAddress[];
  bccRecipients: GraphAddress[];
};

type DraftPicture = { name: string; contentType: string; contentId: string; contentBytes: string };

export type DraftContent = {
  fields: DraftFields;
  pictures: DraftPicture[];
  inReplyTo: string | null;
  references: string[];
  /** See `wordsDigest`. */
  digest: string;
};

/** Reads the bytes of a draft that was written here. */
export function readDraft({ buffer, byteOffset, byteLength }: Uint8Array): DraftContent {
  const { mail, contentOf } = openMail(Buffer.from(buffer, byteOffset, byteLength));
  const recipients = (people: { address: string }[]) => people.map(({ address }) => ({ emailAddress: { address } }));
  const fields: DraftFields = {
    subject: mail.subject,
    body: { contentType: "html", content: mail.html ?? "" },
    ...{ toRecipients: recipients(mail.to), ccRecipients: recipients(mail.cc), bccRecipients: recipients(mail.bcc) },
  };
  const pictures = mail.attachments.flatMap(({ part, fileName, mimeType, contentId }) => {
    const contentBytes = contentOf(part)?.toString("base64");
    return contentId && contentBytes ? [{ name: fileName, contentType: mimeType, contentId, contentBytes }] : [];
  });
  const { inReplyTo, references } = mail;
  return { fields, pictures, inReplyTo, references, digest: wordsDigest(fields) };
}

/** The parts of a draft that a digest is made of, as Graph tells them. */
export type Digested = {
  subject?: string | null | undefined;
  body?: { content: string } | null | undefined;
  toRecipients?: GraphRecipients;
  ccRecipients?: GraphRecipients;
  bccRecipients?: GraphRecipients;
};
type GraphRecipients = { emailAddress?: { address?: string | null | undefined } | undefined }[] | null | undefined;

/** Of the words without blanks and formatting, because Exchange writes the HTML of a draft in its own way. */
export const wordsDigest = (draft: Digested): string =>
  digestOf(draft, wordsOfHtml(draft.body?.content ?? "").replaceAll(/\s+/g, ""));

/** Of everything as Exchange tells it, with the formatting. */
export const wholeDigest = (draft: Digested): string => digestOf(draft, draft.body?.content ?? "");

function digestOf({ subject, toRecipients, ccRecipients, bccRecipients }: Digested, text: string): string {
  const addresses = [toRecipients, ccRecipients, bccRecipients].map((people) =>
    (people ?? []).map(({ emailAddress }) => emailAddress?.address?.toLowerCase() ?? "").toSorted(),
  );
  const facts = JSON.stringify([(subject ?? "").trim(), addresses, text]);
  return createHash("sha256").update(facts).digest("base64url").slice(0, 22);
}
