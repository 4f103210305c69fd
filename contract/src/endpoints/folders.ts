import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, id, requiredLine } from "../fields.ts";
import { folderRoles, mailViews } from "../rules/folders.ts";
import { t } from "../text/t.ts";

const counts = { messages: z.number().int(), unread: z.number().int() };

/** A folder or label of a mailbox. */
export const mailFolder = z.object({
  id,
  mailboxId: id,
  /** The last part of its path. */
  name: z.string(),
  /** The names of the folders above it, outermost first. */
  above: z.array(z.string()),
  /** Null for a folder that its owner made. */
  role: z.enum(folderRoles).nullable(),
  kind: z.enum(["folder", "label"]),
  /** False for a name that only holds other folders. */
  isSelectable: z.boolean(),
  /** Whether its mail is synced. */
  isFollowed: z.boolean(),
  ...counts,
});
export type MailFolder = z.output<typeof mailFolder>;

/** Actions that the mailbox's server supports. The menu disables the others. */
export const mailboxAbilities = z.object({
  /** Folders or labels other than those with a role. */
  folders: z.boolean(),
  /** A message can be in several of them. */
  labels: z.boolean(),
  star: z.boolean(),
  createFolder: z.boolean(),
  /** Its server keeps which messages were answered and forwarded, for other programs too. */
  answerMarks: z.boolean(),
});
export type MailboxAbilities = z.output<typeof mailboxAbilities>;

export const folders = {
  list: endpoint({
    ...personal,
    method: "GET",
    path: "/mail/folders",
    summary: "List the folders and labels of all mailboxes with their counts",
    response: z.object({
      mailboxes: z.array(z.object({ mailboxId: id, abilities: mailboxAbilities, folders: z.array(mailFolder) })),
      /** Over all mailboxes. `starred`, `snoozed` and the unread ones of `all` are counted up to 1000. */
      unified: z.record(z.enum(mailViews), z.object(counts)),
    }),
  }),
  create: endpoint({
    ...personal,
    method: "POST",
    path: "/mail/folders",
    summary: "Create a folder or label on the mailbox's server, or get the one that has this name",
    body: z.strictObject({ mailbox: id, name: requiredLine(t("Name"), 200) }),
    response: mailFolder,
    status: 201,
    perMinute: 30,
  }),
  follow: endpoint({
    ...personal,
    method: "PUT",
    path: "/mail/folders/{id}",
    summary:
      "Choose whether the mail of a folder is synced; if not, its mail leaves the lists here and stays on the server",
    params: byId,
    body: z.strictObject({ isFollowed: z.boolean() }),
    response: mailFolder,
  }),
};
