/** The folders of a mailbox by Microsoft Graph. */
import { type FolderRole, folderRoles } from "@intellibox/contract/rules/folders";
import { t } from "@intellibox/contract/text/t";
import { z } from "zod";
import { CloudError } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "../cloud-account.ts";
import { MailboxError, type RemoteFolder, systemFolders } from "../mailbox.ts";
import { graphCall, graphId, isMissing, longestBatch, queryOf, quoted, readMany, readPages } from "./calls.ts";
import type { FolderList } from "./cursor.ts";

/** Names that do not depend on the language (learn.microsoft.com/graph/api/resources/mailfolder). */
const wellKnownNames: Record<FolderRole, string> = {
  inbox: "inbox",
  sent: "sentitems",
  drafts: "drafts",
  archive: "archive",
  junk: "junkemail",
  trash: "deleteditems",
};
/** Folders of Outlook itself, whose items are no mail that a person files. */
const notListed = ["outbox", "syncissues"];

const isRole = (key: string): key is FolderRole => (folderRoles as readonly string[]).includes(key);

/** The name of a folder in paths and moves: a well-known name, or the folder's id, which is its key. */
export const folderName = (key: string): string => (isRole(key) ? wellKnownNames[key] : key);
export const folderPath = (key: string): string => `/me/mailFolders/${encodeURIComponent(folderName(key))}`;

const maxFolders = 2_000;
const maxDepth = 30;
/** Of the changes of the list, which has up to 1,000 folders on a page. */
const maxPages = 100;
const maxKeyLength = 300;
const maxNameLength = 200;
const pageSize = 250;

const folder = z.object({
  id: graphId,
  displayName: z.string().catch(""),
  childFolderCount: z.number().catch(0),
  isHidden: z.boolean().catch(false),
  "@odata.type": z.string().catch(""),
});
type GraphFolder = z.output<typeof folder>;
/** Entries that are no folders are left out. */
const folderPage = z.object({
  value: z.array(z.unknown()).transform((all) => all.flatMap((one) => folder.safeParse(one).data ?? [])),
  "@odata.nextLink": z.string().optional(),
});

const fields = { $select: "displayName,childFolderCount,isHidden" };
const childrenOf = (parent: string, query: Record<string, string> = {}) =>
  `${parent}${parent === top ? "" : "/childFolders"}?${queryOf({ ...fields, $top: String(pageSize), ...query })}`;
const top = "/me/mailFolders";
/** Names every change of the list, of all levels (learn.microsoft.com/graph/api/mailfolder-delta). */
const changesLink = `/me/mailFolders/delta?${queryOf({ $select: "displayName" })}`;

/** Lists all folders. The link is asked for before them, so that it reports what changes meanwhile. */
export async function listFolders(account: CloudAccount): Promise<{ folders: RemoteFolder[]; list: FolderList }> {
  const listedAt = Date.now();
  const [link, ids] = await Promise.all([changesSince(account), wellKnownIds(account)]);
  const folders = await walk(account, ids);
  return { folders, list: { link, listedAt, roles: Object.fromEntries(ids.roles) } };
}

async function changesSince(account: CloudAccount): Promise<string> {
  let link = changesLink;
  for (let pages = 0; pages < maxPages; pages++) {
    const [page] = await readPages(account, [link], 1000);
    if (!page || page instanceof Error) throw page;
    if (page["@odata.deltaLink"]) return page["@odata.deltaLink"];
    link = page["@odata.nextLink"] ?? "";
    if (!link) break;
  }
  throw new CloudError("protocol", t("The provider's list of folders does not end."));
}

type WellKnown = { roles: Map<FolderRole, string>; others: Set<string> };

/** The ids of the folders that have a role. A mailbox may lack an archive. */
async function wellKnownIds(account: CloudAccount): Promise<WellKnown> {
  const names = [...folderRoles.map(folderName), ...notListed];
  const links = names.map((name) => `/me/mailFolders/${name}?${queryOf({ $select: "id" })}`);
  const found = await readMany(account, links, z.object({ id: z.string() }));
  const idOf = (at: number) => {
    const one = found[at];
    if (!(one instanceof Error)) return one?.id;
    if (!isMissing(one)) throw one;
    return undefined;
  };
  const roles = new Map<FolderRole, string>();
  for (const [at, role] of folderRoles.entries()) {
    const id = idOf(at);
    if (id !== undefined) roles.set(role, id);
  }
  return { roles, others: new Set(notListed.flatMap((_name, at) => idOf(folderRoles.length + at) ?? [])) };
}

/** Level by level, so that of too many folders those at the bottom are left out. */
async function walk(account: CloudAccount, { roles, others }: WellKnown): Promise<RemoteFolder[]> {
  const roleOf = new Map([...roles].map(([role, id]) => [id, role]));
  const found: RemoteFolder[] = [];
  const seen = new Set<string>();
  const queue: { link: string; above: string[] }[] = [{ link: childrenOf(top), above: [] }];
  while (queue.length > 0 && seen.size < maxFolders) {
    const some = queue.splice(0, longestBatch);
    const answers = await readMany(
      account,
      some.map(({ link }) => link),
      folderPage,
    );
    for (const [at, page] of answers.entries()) {
      const above = some[at]?.above ?? [];
      if (page instanceof Error) {
        // The folder above was deleted since it was listed.
        if (isMissing(page) && above.length > 0) continue;
        throw page;
      }
      const before = seen.size;
      for (const one of page.value) {
        if (seen.has(one.id) || seen.size >= maxFolders || !isListed(one) || others.has(one.id)) continue;
        // Also ends a list whose folders contain each other.
        seen.add(one.id);
        const listed = asRemote(one, above, roleOf.get(one.id) ?? null);
        found.push(listed);
        // A folder in the trash is deleted, with its mail.
        const isOpen = one.childFolderCount > 0 && listed.role !== "trash" && above.length + 1 < maxDepth;
        if (isOpen)
          queue.push({ link: childrenOf(`${top}/${encodeURIComponent(one.id)}`), above: [...above, listed.name] });
      }
      const rest = page["@odata.nextLink"];
      // A page without a new folder ends a list that has no end.
      if (rest && seen.size > before) queue.push({ link: rest, above });
    }
  }
  return withAllRoles(found);
}

const isListed = ({ id, isHidden, "@odata.type": type }: GraphFolder) =>
  id.length <= maxKeyLength &&
  !isRole(id) &&
  !isHidden &&
  // It shows mail of other folders.
  !type.endsWith("mailSearchFolder");

const asRemote = ({ id, displayName }: GraphFolder, above: string[], role: FolderRole | null): RemoteFolder => ({
  ...{ key: role ?? id, kind: "folder", role, above, isSelectable: true },
  name: plainName(displayName),
});

/** One line of readable characters. */
const plainName = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, maxNameLength)
    .toWellFormed() || "(no name)";

/** Folders with a role that the server has not made yet are listed too: mail can be moved there. */
function withAllRoles(found: RemoteFolder[]): RemoteFolder[] {
  if (!found.some(({ role }) => role === "archive")) {
    const own = found.find(({ name, above, role }) => !role && above.length === 0 && isArchiveName(name));
    if (own) own.role = "archive";
  }
  return [...found, ...systemFolders(folderRoles.filter((role) => !found.some((one) => one.role === role)))];
}

const archiveName = "Archive";
const isArchiveName = (name: string) => name.toLowerCase() === archiveName.toLowerCase();

/** The folder that serves as the archive of a mailbox that Exchange has not given one. */
export const createArchive = async (account: CloudAccount): Promise<string> =>
  (await ensure(account, top, archiveName)).id;

/** `/` separates the names of nested folders. Those that exist are used. */
export async function createFolder(account: CloudAccount, path: string): Promise<RemoteFolder> {
  const names = path.split("/").map((name) => name.trim());
  if (names.length > maxDepth || names.some((name) => name === "" || name.length > maxNameLength))
    throw new MailboxError("denied", t("A folder's name has 1 to 200 characters."));
  let parent = top;
  let made: GraphFolder | undefined;
  for (const name of names) {
    made = await ensure(account, parent, name);
    parent = `${top}/${encodeURIComponent(made.id)}`;
  }
  if (!made || made.id.length > maxKeyLength)
    throw new CloudError("protocol", t("The provider gave an invalid answer."));
  const { roles } = await wellKnownIds(account);
  const role = [...roles].find(([, id]) => id === made.id)?.[0] ?? null;
  return asRemote(made, names.slice(0, -1).map(plainName), role);
}

async function ensure(account: CloudAccount, parent: string, name: string): Promise<GraphFolder> {
  const path = parent === top ? top : `${parent}/childFolders`;
  try {
    return (await graphCall(account, { method: "POST", path, json: { displayName: name } })).json(folder);
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    if (error.status !== 409 && error.reason !== "ErrorFolderExists") throw asDenied(error);
  }
  const link = childrenOf(parent, { $filter: `displayName eq ${quoted(name)}`, includeHiddenFolders: "true" });
  const [page] = await readMany(account, [link], folderPage);
  if (!page || page instanceof Error) throw page;
  const [same] = page.value;
  if (same) return same;
  throw new MailboxError("denied", t("There is a folder of this name already, which Outlook does not show."));
}

/** A refusal of one change. Other calls of the mailbox go on. */
export function asDenied(error: unknown): unknown {
  if (!(error instanceof CloudError)) return error;
  const isDenied = error.status === 400 || error.status === 409 || error.reason === "ErrorAccessDenied";
  return isDenied ? new MailboxError("denied", error.answer || error.message, { cause: error }) : error;
}
