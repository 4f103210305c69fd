// The columns of a stored mail that are indexed, for indexing it again and for checking a hit.
import { and, eq } from "#db/orm.ts";
import { messageContents, messages } from "#db/tables/messages.ts";

export const searchedColumns = {
  id: messages.id,
  subject: messages.subject,
  from: { name: messages.fromName, address: messages.fromAddress },
  recipients: messageContents.recipients,
  text: messageContents.text,
  htmlText: messageContents.htmlText,
  attachments: messageContents.attachments,
};

export const isContentOf = and(eq(messageContents.tenantId, messages.tenantId), eq(messageContents.id, messages.id));
