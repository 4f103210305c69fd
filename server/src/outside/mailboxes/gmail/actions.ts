import { t } from "@intellibox/contract/text/t";
/** Changes of a Gmail mailbox that were made here. */
import { CloudError } from "#outside/cloud-fetch.ts";
import { MailboxError, type RemoteFolder, type RemotePlaces } from "../mailbox.ts";
import type { GmailApi } from "./api.ts";
import { fixedLabels, folderOf, labelOf, readFolders } from "./labels.ts";

/** Gmail takes no more labels in one call. */
const mostLabels = 100;

type LabelChange = { add?: string[]; remove?: string[] };

export async function modifyMessage(api: GmailApi, id: string, { add = [], remove = [] }: LabelChange): Promise<void> {
  for (let at = 0; at < Math.max(add.length, remove.length); at += mostLabels)
    await unlessRefused(
      api.modify(id, {
        addLabelIds: add.slice(at, at + mostLabels),
        removeLabelIds: remove.slice(at, at + mostLabels),
      }),
      "Gmail refused the change.",
    );
}

/** Google answers 400 for a label that does not exist any more, or that cannot be changed. */
export async function unlessRefused<T>(call: Promise<T>, message: string): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof CloudError && error.status === 400)
      throw new MailboxError("denied", `${message} ${error.answer}`.trim(), { cause: error });
    throw error;
  }
}

/** Labels that mail loses when it is put into a folder, unless it is put into theirs, too. */
const leftFor = new Map([
  ["inbox", ["TRASH", "SPAM"]],
  ["archive", ["INBOX", "TRASH", "SPAM"]],
  ["junk", ["INBOX", "TRASH"]],
  ["trash", ["INBOX", "SPAM"]],
]);

/** One call changes all labels, so that a lost connection leaves the message where it was or where it should be. */
export async function setLabels(
  api: GmailApi,
  places: RemotePlaces,
  change: { add: string[]; remove: string[] },
): Promise<RemotePlaces> {
  const id = Object.values(places)[0];
  if (id === undefined) throw new MailboxError("gone", t("The message is no longer there."));
  const { add, remove } = labelChange(change);
  await modifyMessage(api, id, { add, remove });
  return Object.fromEntries(change.add.map((key) => [key, id]));
}

function labelChange(change: { add: string[]; remove: string[] }) {
  const labels = (keys: string[]) => keys.flatMap((key) => labelOf(key) ?? []).filter((id) => !fixedLabels.has(id));
  const add = new Set(labels(change.add));
  const remove = new Set([...labels(change.remove), ...change.add.flatMap((key) => leftFor.get(key) ?? [])]);
  return { add: [...add], remove: [...remove].filter((id) => !add.has(id)) };
}

/** Creates the labels above it, too: Gmail shows the label A/B below A only if there is a label A. */
export async function createLabel(api: GmailApi, name: string): Promise<RemoteFolder> {
  const parts = name
    .split("/")
    .map((part) => part.trim())
    .filter(Boolean);
  const { all } = await readFolders(api);
  let last: RemoteFolder | undefined;
  for (const at of parts.keys()) {
    const path = parts.slice(0, at + 1).join("/");
    last = findLabel(all, path) ?? (await addLabel(api, path));
  }
  if (!last) throw new MailboxError("denied", t("A label needs a name."));
  return last;
}

async function addLabel(api: GmailApi, path: string): Promise<RemoteFolder> {
  try {
    return folderOf(await unlessRefused(api.createLabel(path), "Gmail refused the name of the label."));
  } catch (error) {
    if (!(error instanceof CloudError) || error.status !== 409) throw error;
    // "Label name exists or conflicts": another program may just have created it.
    const found = findLabel((await readFolders(api)).all, path);
    if (found) return found;
    throw new MailboxError("denied", t("Gmail did not create the label, because its name conflicts with another."), {
      cause: error,
    });
  }
}

/** The names of two labels do not differ only by case. */
const findLabel = (all: RemoteFolder[], path: string) =>
  all.find(
    ({ kind, above, name }) => kind === "label" && [...above, name].join("/").toLowerCase() === path.toLowerCase(),
  );

export async function removeMessage(api: GmailApi, id: string) {
  const message = (await api.about([id])).get(id);
  if (!message) throw new MailboxError("gone", t("The message is no longer there."));
  if (message.labelIds.includes("TRASH")) await api.remove(id);
  else await api.trash(id);
}
