// Describes the calls outside of the contract's JSON calls for the OpenAPI document: files, pictures, streams, redirects. A test
// compares them with the mounted routes.
import { auditExport, auditExportPath } from "@intellibox/contract/endpoints/audit";
import { exportDownloadPath } from "@intellibox/contract/endpoints/data-tasks";
import { emailLogExportPath, emailLogFilter } from "@intellibox/contract/endpoints/email-logs";
import { mergeResultsPath } from "@intellibox/contract/endpoints/mail-merges";
import { peopleExportQuery } from "@intellibox/contract/endpoints/people";
import { byId, timeZone } from "@intellibox/contract/fields";
import type { KeyAccess } from "@intellibox/contract/key-calls";
import type { Access } from "@intellibox/contract/rules/access";
import { actionPlanPath, pageCountHeader } from "@intellibox/contract/rules/file-paths";
import { peopleExportPath } from "@intellibox/contract/rules/people";
import { scimPath, ssoCallbackPath, ssoCallbackPathOf } from "@intellibox/contract/rules/sso";
import { z } from "zod";

type RawAnswer = { description: string; type?: string; headers?: Record<string, string> };

export type RawOperation = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** From the root of the server. */
  path: string;
  summary: string;
  access: Access;
  key?: KeyAccess;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  answers: Record<number, RawAnswer>;
};

const onePart = byId.extend({ part: z.string().describe("As the message names it") });
const onePage = onePart.extend({ page: z.int().min(1) });
const byToken = z.object({ token: z.string().describe("From a mail that was sent") });
const exportLinkQuery = z.object(
  Object.fromEntries(
    ["tenant", "task", "user", "session", "expires", "signature"].map((part) => [
      part,
      z.string().describe("From the link"),
    ]),
  ),
);
const unsubscribePages = {
  200: { description: "The page", type: "text/html" },
  404: { description: "No such link", type: "text/html" },
};
const binary = "application/octet-stream";
const get = { method: "GET" } as const;

const mail: RawOperation[] = [
  {
    ...get,
    path: "/api/mail/messages/{id}/attachments/{part}",
    summary: "An attachment, as a file to save",
    access: "signed-in",
    key: "mail:read",
    params: onePart,
    answers: { 200: { description: "The file, whatever it is", type: binary } },
  },
  {
    ...get,
    path: "/api/mail/messages/{id}/attachments.zip",
    summary: "All attachments of a message, as one ZIP file",
    access: "signed-in",
    key: "mail:read",
    params: byId,
    answers: { 200: { description: "The ZIP file", type: "application/zip" } },
  },
  {
    ...get,
    path: "/api/mail/messages/{id}/attachments/{part}/pages/{page}",
    summary: "A page of an attachment, drawn",
    access: "signed-in",
    key: "mail:read",
    params: onePage,
    answers: {
      200: {
        description: "The picture",
        type: "image/webp",
        headers: { [pageCountHeader]: "How many pages there are" },
      },
    },
  },
  {
    ...get,
    path: "/api/mail/messages/{id}/calendar.ics",
    summary: "The events of a message's calendar file, for the caller's own calendar",
    access: "signed-in",
    params: byId,
    query: z.object({
      part: z.string().optional().describe("An attachment; by default the message's own calendar file"),
    }),
    answers: { 200: { description: "The calendar file", type: "text/calendar" } },
  },
  {
    ...get,
    path: "/api/mail/messages/{id}/source",
    summary: "A message as it arrived (RFC 822)",
    access: "signed-in",
    key: "mail:read",
    params: byId,
    answers: { 200: { description: "The message", type: binary } },
  },
  {
    ...get,
    path: "/api/mail/image",
    summary: "A remote picture of a message, by a link that the message came with. Links end within a day",
    access: "public",
    query: z.object({
      u: z.string().describe("The picture's address"),
      r: z.string().describe("The reader, not by name"),
      e: z.string().describe("When the link ends, in seconds since 1970"),
      s: z.string().describe("The signature"),
    }),
    answers: { 200: { description: "The picture, of at most 5 MB", type: "image/*" } },
  },
  {
    method: "POST",
    path: "/api/mail/webhook",
    summary: "Notifications of Gmail (Pub/Sub) and Microsoft Graph",
    access: "public",
    query: z.object({
      validationToken: z.string().optional().describe("Microsoft asks whether we are who we seem"),
      token: z.string().optional().describe("What GMAIL_PUSH_TOKEN says"),
    }),
    body: z.unknown(),
    answers: {
      200: { description: "The validation token, as it was given", type: "text/plain" },
      202: { description: "Noted" },
    },
  },
  ...["gmail", "outlook"].map(
    (provider): RawOperation => ({
      ...get,
      path: `/api/mail/connect/${provider}/callback`,
      summary: "Where the provider sends the browser after the consent",
      access: "public",
      query: z.object({
        state: z.string().optional(),
        code: z.string().optional(),
        error: z.string().optional(),
      }),
      answers: { 303: { description: "To the inbox's connections", headers: { location: "A page of the app" } } },
    }),
  ),
];

const exports: RawOperation[] = [
  {
    ...get,
    path: `/api${exportDownloadPath}`,
    summary: "The file of an export, by the link that POST /data-tasks/{id}/link returns",
    access: "public",
    query: exportLinkQuery,
    answers: { 200: { description: "The ZIP file", type: "application/zip" } },
  },
  {
    ...get,
    path: `/api${mergeResultsPath.replace(":id", "{id}")}`,
    summary: "The recipients of a mail merge and what became of their mail, as CSV",
    access: "signed-in",
    params: byId,
    answers: { 200: { description: "The file", type: "text/csv" } },
  },
  {
    ...get,
    path: `/api${emailLogExportPath}`,
    summary: "The email log as CSV",
    access: "admin",
    query: emailLogFilter,
    answers: { 200: { description: "The rows that the filter leaves", type: "text/csv" } },
  },
  {
    ...get,
    path: `/api${auditExportPath}`,
    summary: "Download the audit trail as CSV or JSON, newest first",
    access: "admin",
    query: auditExport,
    answers: { 200: { description: "The rows that the filter leaves", type: "text/csv" } },
  },
  {
    ...get,
    path: `/api${peopleExportPath}`,
    summary: "The caller's people as vCard 4.0 or 3.0, or as CSV",
    access: "signed-in",
    query: peopleExportQuery,
    answers: { 200: { description: "The vCards; for CSV text/csv", type: "text/vcard" } },
  },
  {
    ...get,
    path: `/api${actionPlanPath("{id}")}`,
    summary: "The action plan of a summary as a spreadsheet",
    access: "signed-in",
    params: byId,
    query: z.strictObject({ timeZone: timeZone.default("UTC") }),
    answers: {
      200: {
        description: "The spreadsheet",
        type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      },
    },
  },
];

const signIn: RawOperation[] = [
  ssoCallback(ssoCallbackPath, "Where Google and Microsoft send the browser back to"),
  {
    ...ssoCallback(ssoCallbackPathOf("{company}"), "Where the OpenID provider of a company sends the browser back to"),
    params: z.object({ company: z.string() }),
  },
];

function ssoCallback(path: string, summary: string): RawOperation {
  return {
    ...get,
    path,
    summary,
    access: "public",
    query: z.object({
      state: z.string().optional().describe("As it was given to the provider"),
      code: z.string().optional().describe("From the provider"),
      error: z.string().optional().describe("Why the provider refuses"),
      iss: z.string().optional().describe("The provider's issuer (RFC 9207)"),
    }),
    answers: {
      303: {
        description: "To the page /sso, with a code for POST /api/auth/sso/finish or an error in the fragment",
        headers: { location: "A page of the app" },
      },
    },
  };
}

const scimAnswer = { type: "application/scim+json" };
const scimCalls: [RawOperation["method"], path: string, summary: string, status: number][] = [
  ["GET", "/ServiceProviderConfig", "What this SCIM service can do", 200],
  ["GET", "/ResourceTypes", "The kinds of resources", 200],
  ["GET", "/ResourceTypes/{id}", "One kind of resources", 200],
  ["GET", "/Schemas", "The schemas of the resources", 200],
  ["GET", "/Schemas/{id}", "One schema", 200],
  ["GET", "/Users", "List the users of the token's company", 200],
  ["POST", "/Users", "Make a user, with the default role", 201],
  ["GET", "/Users/{id}", "Get a user", 200],
  ["PUT", "/Users/{id}", "Replace a user's name, externalId and active", 200],
  ["PATCH", "/Users/{id}", "Change a user", 200],
  ["DELETE", "/Users/{id}", "Deactivate a user, who loses all sessions; nothing is erased", 204],
];

/** SCIM 2.0 (RFC 7643, RFC 7644), with the bearer token of a company. */
const scim: RawOperation[] = scimCalls.map(([method, path, summary, status]) => ({
  ...{ method, path: `${scimPath}${path}`, summary, access: "public" },
  ...(path.includes("{id}") && { params: z.object({ id: z.string() }) }),
  ...(method === "GET" &&
    path === "/Users" && {
      query: z.object({
        filter: z.string().optional().describe('userName, externalId or id, such as userName eq "ana@acme.com"'),
        startIndex: z.string().optional().describe("From 1"),
        count: z.string().optional().describe("At most 200"),
      }),
    }),
  ...(["POST", "PUT", "PATCH"].includes(method) && { body: z.unknown() }),
  answers: {
    [status]: { description: "As in RFC 7644", ...(status !== 204 && scimAnswer) },
    401: { description: "The token is missing or not valid", ...scimAnswer },
    ...((path.includes("{id}") && {
      404: { description: "No such resource of this company", ...scimAnswer },
    }) as RawOperation["answers"]),
  },
}));

const forMachines: RawOperation[] = [
  {
    method: "POST",
    path: "/mcp",
    summary: "The Model Context Protocol for AI programs (streamable HTTP, JSON-RPC), with an API key",
    access: "signed-in",
    key: "mcp",
    body: z.looseObject({ jsonrpc: z.literal("2.0") }),
    answers: { 200: { description: "The answer", type: "application/json" }, 202: { description: "Noted" } },
  },
  {
    ...get,
    path: "/mcp",
    summary: "Answers 405: the MCP server begins no streams",
    access: "signed-in",
    key: "mcp",
    answers: { 405: { description: "Use POST" } },
  },
  {
    ...get,
    path: "/api/events",
    summary: "What happens to this user, as it happens (server-sent events)",
    access: "signed-in",
    answers: { 200: { description: "Events until the caller leaves or is signed out", type: "text/event-stream" } },
  },
  {
    ...get,
    path: "/api/openapi.json",
    summary: "This document",
    access: "public",
    answers: { 200: { description: "OpenAPI 3.1", type: "application/json" } },
  },
  {
    ...get,
    path: "/api/docs",
    summary: "This document as a page",
    access: "public",
    answers: { 200: { description: "The page", type: "text/html" } },
  },
  {
    ...get,
    path: "/metrics",
    summary: "Figures for Prometheus: with the metrics token, or from this machine",
    access: "public",
    answers: { 200: { description: "The figures", type: "text/plain" } },
  },
  {
    ...get,
    path: "/t/o/{token}",
    summary: "The picture that notes that a tracked mail was opened",
    access: "public",
    params: byToken,
    answers: { 200: { description: "One transparent point", type: "image/gif" } },
  },
  {
    ...get,
    path: "/t/c/{token}",
    summary: "A link of a tracked mail: notes the click and leads on",
    access: "public",
    params: byToken,
    answers: {
      302: { description: "To the address that the mail named", headers: { location: "That address" } },
      404: { description: "No such link", type: "text/plain" },
    },
  },
  {
    ...get,
    path: "/u/{token}",
    summary: "The page of an unsubscribe link. It changes nothing",
    access: "public",
    params: byToken,
    answers: unsubscribePages,
  },
  {
    method: "POST",
    path: "/u/{token}",
    summary: "Unsubscribe: from the button of the page, or from a mail program (RFC 8058)",
    access: "public",
    params: byToken,
    answers: unsubscribePages,
  },
];

export const rawOperations: RawOperation[] = [...mail, ...exports, ...signIn, ...scim, ...forMachines];
