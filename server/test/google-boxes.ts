// Accounts of a simulated Google, and another mail program on them.
import { folderRoles } from "@intellibox/contract/rules/folders";
import { afterAll } from "vitest";
import { openGmailMailbox } from "#outside/mailboxes/gmail/gmail.ts";
import { accountAt } from "./stand-ins/google/account.ts";
import { type Google, startGoogle } from "./stand-ins/google.ts";

const system: Record<string, string[]> = {
  ...{ inbox: ["INBOX"], sent: ["SENT"], drafts: ["DRAFT"], archive: [], junk: ["SPAM"], trash: ["TRASH"] },
};

/** Starts a simulated Google with so many accounts, which tests take one after the other. */
export async function googleBoxes(count: number) {
  const people = Array.from({ length: count }, (_, at) => ({ email: `owner${at}@gmail.test`, name: `Owner ${at}` }));
  const google = await startGoogle({ people });
  afterAll(google.stop);
  let taken = 0;
  return { google, newBox: () => boxAt(google, people[taken++]?.email ?? "") };
}

/** A folder is named by its role, or by the name of its label. */
function boxAt(google: Google, email: string) {
  const act = (method: string, path: string, json?: unknown) => google.as(email, method, path, json);
  const labels = async () => ((await act("GET", "/labels")).labels ?? []) as { id: string; name: string }[];
  const labelsOf = async (folder: string) =>
    system[folder] ?? (await labels()).flatMap(({ id, name }) => (name === folder ? id : []));
  const idOf = async (subject: string) => {
    const { messages = [] } = await google.list(email, `q=rfc822msgid:${subject}@acme.test`);
    return messages[0]?.id ?? "";
  };
  const modify = async (subject: string, add: string[], remove: string[]) =>
    void (await act("POST", `/messages/${await idOf(subject)}/modify`, { addLabelIds: add, removeLabelIds: remove }));
  const inFolder = async (folder: string) => {
    const [label = ""] = await labelsOf(folder);
    return (await google.list(email, `labelIds=${label}`)).messages ?? [];
  };
  return {
    email,
    idOf,
    modify,
    labelsOf,
    open: async () => openGmailMailbox(await accountAt(google, email)),
    deliver: async (raw: string, folder: string, receivedAt?: Date) =>
      void (await google.deliver(email, raw, [...(await labelsOf(folder)), "UNREAD"], receivedAt)),
    create: async (name: string) => void (await act("POST", "/labels", { name })),
    rename: async (folder: string, name: string) =>
      void (await act("PATCH", `/labels/${(await labelsOf(folder))[0]}`, { name })),
    remove: async (folder: string) => {
      for (const { id } of await inFolder(folder)) await act("DELETE", `/messages/${id}`);
      await act("DELETE", `/labels/${(await labelsOf(folder))[0]}`);
    },
    move: async (subject: string, from: string, to: string) =>
      modify(subject, await labelsOf(to), await labelsOf(from)),
    copy: async (subject: string, _from: string, to: string) => modify(subject, await labelsOf(to), []),
    star: (subject: string, _folder: string, starred: boolean) =>
      starred ? modify(subject, ["STARRED"], []) : modify(subject, [], ["STARRED"]),
    labelled: async (subject: string) => (await act("GET", `/messages/${await idOf(subject)}?format=minimal`)).labelIds,
    isStarred: async (subject: string) =>
      (await act("GET", `/messages/${await idOf(subject)}?format=minimal`)).labelIds.includes("STARRED"),
    subjects: async (folder: string) => {
      const found = [];
      for (const { id } of await inFolder(folder)) {
        const { payload } = await act("GET", `/messages/${id}?format=metadata`);
        const { headers } = payload as { headers: { name: string; value: string }[] };
        found.push(headers.find(({ name }) => name === "Subject")?.value ?? "");
      }
      return found.sort();
    },
    has: {
      roles: [...folderRoles],
      several: true,
      // A message that leaves the inbox is in the archive as well, which the case does not ask about.
      tellsIds: false,
    },
  };
}
