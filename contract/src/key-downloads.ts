import type { KeyScope } from "./rules/key-scopes.ts";

/**
 * The files that a key may download, by the path below `/api`. They are not JSON, so they are not endpoints. The server's description
 * of its routes names the same ones, which a test compares.
 */
export const keyDownloads = {
  attachment: { path: "/mail/messages/{id}/attachments/{part}", scope: "mail:read", summary: "An attachment" },
  attachmentsZip: {
    path: "/mail/messages/{id}/attachments.zip",
    scope: "mail:read",
    summary: "All attachments of a message, as one ZIP file",
  },
  attachmentPage: {
    path: "/mail/messages/{id}/attachments/{part}/pages/{page}",
    scope: "mail:read",
    summary: "A page of an attachment, drawn as a picture",
  },
  source: { path: "/mail/messages/{id}/source", scope: "mail:read", summary: "A message as it arrived (RFC 822)" },
} as const satisfies Record<string, { path: string; scope: KeyScope; summary: string }>;
