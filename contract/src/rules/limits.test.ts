import { expect, test } from "vitest";
import * as choices from "./choices.ts";
import * as limits from "./limits.ts";

const megabyte = 1_048_576;

// Repeated here on purpose, so that no limit changes by mistake.
test("the product's limits are these [LIM-02] [LIM-03] [SES-28]", () => {
  expect({ ...limits }).toMatchObject({
    pageSizes: [10, 20, 50, 100],
    selectorLimit: 1000,
    maxAttachments: 10,
    maxAttachmentBytes: 10 * megabyte,
    syncLimit: 50,
    maxBulkMessages: 500,
    snippetLength: 180,
    logSubjectLength: 30,
    promptPreviewLength: 140,
    previewFeatures: 6,
    calendarMinutes: 30,
    minPasswordLength: 12,
    maxPasswordLength: 256,
    maxUndoSeconds: 30,
    defaultUndoSeconds: 10,
    deleteUndoSeconds: 10,
    maxExtractBytes: 25 * megabyte,
    maxThreadCharacters: 600_000,
    maxReadCharacters: 120_000,
  });
});

test("quotas, follow-ups and the defaults of mail servers are these [LIM-04] [LIM-06] [LIM-07] [LIM-08]", () => {
  expect(choices.emailQuotas).toEqual([500, 1000, -1]);
  expect(choices.followUpDays).toEqual([1, 3, 7]);
  expect(choices.followUpChoices.map(({ value }) => value)).toEqual(["", "1", "3", "7"]);
  expect(choices.defaultFollowUp).toBe("3");
  expect(choices.mailServerDefaults).toEqual({
    smtp: { port: 587, secure: false },
    imap: { port: 993, secure: true },
    pop3: { port: 995, secure: true },
  });
  expect(choices.aiDefaults.temperature).toBe(0.7);
});
