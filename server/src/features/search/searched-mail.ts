// What of a stored mail its words are read from: when it is indexed anew, and when a hit is checked.
import { and, eq } from "drizzle-orm";
import { messageContents, messages } from "#db/tables/messages.ts";

export const searchedColumns = {
  id: messages.id,
  subject: messages.subject,
  from: { name: messages.fromName, address: messages.fromAddress },
  recipients: messageContents.recipients,
  text: messageContents.text,
  attachments: messageContents.attachments,
};

/** By which a mail and its content are joined. */
export const isContentOf = and(eq(messageContents.tenantId, messages.tenantId), eq(messageContents.id, messages.id));
