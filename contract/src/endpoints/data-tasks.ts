import { z } from "zod";
import { endpoint, personal } from "../endpoint.ts";
import { byId, done, id, instant, line, requiredLine } from "../fields.ts";
import { t } from "../text/t.ts";

/** An export or an erasure of the data of a user or a company, which runs in the background. */
export const dataTaskKinds = ["export", "erasure"] as const;
export const dataTaskStates = ["waiting", "running", "done", "failed", "expired"] as const;

/** How long the file of an export can be downloaded. */
export const exportDays = 7;
/** How long a download link works, from its creation to the first byte. */
export const exportLinkSeconds = 60;
/** Exports that a user may have waiting or running at a time. */
export const maxOpenExports = 5;
export const exportReasonLength = 500;

/** Below `/api`. The link of an export, which `link` returns. */
export const exportDownloadPath = "/data-tasks/download";

export const dataTask = z.object({
  id,
  kind: z.enum(dataTaskKinds),
  /** Whose data it is. The names are null after an erasure. */
  subject: z.object({
    kind: z.enum(["user", "company"]),
    id,
    name: z.string().nullable(),
    email: z.string().nullable(),
    isOwn: z.boolean(),
  }),
  withMail: z.boolean(),
  state: z.enum(dataTaskStates),
  /** Of `total` mails or rows, how many are done. `total` is an estimate while it runs. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }),
  /** The size of the file in bytes; 0 until it is done. */
  bytes: z.number().int(),
  error: z.string().nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** When the file of an export is removed. */
  expiresAt: instant.nullable(),
});
export type DataTask = z.output<typeof dataTask>;

export const exportForm = z
  .strictObject({
    /** With the mail of the users: needs a reason, which each of them sees. */
    withMail: z.boolean(t("Say whether the mail is exported too")).default(false),
    reason: line(t("Reason"), exportReasonLength).default(""),
  })
  .refine(({ withMail, reason }) => !withMail || reason !== "", {
    path: ["reason"],
    error: t("Reason is required to export mail"),
  });

export const erasureForm = z.strictObject({ confirm: requiredLine(t("Confirmation"), 254) });

/** The numbers of things that an erasure removes. */
export const erasureContents = z.object({
  /** The text to type: the user's email, or the company's code. */
  confirm: z.string(),
  users: z.number().int(),
  mailboxes: z.number().int(),
  messages: z.number().int(),
  drafts: z.number().int(),
  summaries: z.number().int(),
  followUps: z.number().int(),
  unsentMails: z.number().int(),
  emailLogs: z.number().int(),
  exports: z.number().int(),
  /** Audit records of a user lose the name; those of a company are deleted. */
  auditRecords: z.number().int(),
});
export type ErasureContents = z.output<typeof erasureContents>;

const withoutMail = { ...personal, mail: false } as const;
const ofUsers = { access: "admin", tenancy: "across" } as const;
const ofTenants = { access: "admin", tenancy: "platform" } as const;

export const dataTasks = {
  list: endpoint({
    ...withoutMail,
    method: "GET",
    path: "/data-tasks",
    summary: "List the exports and erasures that the caller started, newest first",
    response: z.object({ items: z.array(dataTask) }),
  }),
  exportOwn: endpoint({
    ...personal,
    method: "POST",
    path: "/data-tasks/own-export",
    summary: "Start an export of all data of the caller: mail as mbox, the rest as JSON, in a ZIP file",
    response: dataTask,
    status: 201,
    perMinute: 10,
  }),
  exportUser: endpoint({
    ...ofUsers,
    method: "POST",
    path: "/users/{id}/export",
    stepUp: true,
    summary: "Start an export of a user's data; with mail, the user is told who did it and why",
    params: byId,
    body: exportForm,
    response: dataTask,
    status: 201,
    perMinute: 30,
  }),
  exportTenant: endpoint({
    ...ofTenants,
    method: "POST",
    path: "/tenants/{id}/export",
    stepUp: true,
    summary: "Start an export of a company's data; with mail, every user of it is told who did it and why",
    params: byId,
    body: exportForm,
    response: dataTask,
    status: 201,
    perMinute: 10,
  }),
  link: endpoint({
    ...withoutMail,
    method: "POST",
    path: "/data-tasks/{id}/link",
    summary: "Get a link to the file of an export, which works for one minute while this session lasts",
    params: byId,
    response: z.object({ url: z.string() }),
    perMinute: 30,
  }),
  remove: endpoint({
    ...withoutMail,
    method: "DELETE",
    path: "/data-tasks/{id}",
    summary: "Stop an export, or delete its file; an erasure that has begun cannot be stopped",
    params: byId,
    response: done,
  }),
  userErasure: endpoint({
    ...ofUsers,
    method: "GET",
    path: "/users/{id}/erasure",
    summary: "Get what an erasure of a user removes, as counts",
    params: byId,
    response: erasureContents,
  }),
  eraseUser: endpoint({
    ...ofUsers,
    method: "POST",
    path: "/users/{id}/erasure",
    stepUp: true,
    summary: "Erase a user and all their data; `confirm` is the user's email. Cannot be undone",
    params: byId,
    body: erasureForm,
    response: dataTask,
    status: 201,
    perMinute: 30,
  }),
  tenantErasure: endpoint({
    ...ofTenants,
    access: "super-admin",
    method: "GET",
    path: "/tenants/{id}/erasure",
    summary: "Get what an erasure of a company removes, as counts",
    params: byId,
    response: erasureContents,
  }),
  eraseTenant: endpoint({
    ...ofTenants,
    access: "super-admin",
    method: "POST",
    path: "/tenants/{id}/erasure",
    stepUp: true,
    summary: "Erase a company and all its data; `confirm` is the company's code. Cannot be undone",
    params: byId,
    body: erasureForm,
    response: dataTask,
    status: 201,
    perMinute: 10,
  }),
};
