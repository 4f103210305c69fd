// Locators for Summarize, by role and name, and steps that its journeys share.
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { signInAs } from "./people.ts";

const documents = new URL("../server/test/fixtures/documents/", import.meta.url);
export const thread = `From: Priya Nair <priya@meridian.test>
To: Rohan Desai <user@acme.test>
Date: Fri, 13 Nov 2026 10:15:00 +0530
Subject: Q4 supply contract

Hi Rohan,

Please review clause 7.2 of the contract and send me your comments by 18 November 5 pm. The insurance costs went up by 12 percent.

Thanks,
Priya

On Thu, Nov 12, 2026 at 4:02 PM Rohan Desai <user@acme.test> wrote:
> Priya, could you share the draft contract? The board approved a budget of 4 lakh rupees.
`;

export const box = (page: Page) => page.getByLabel("Email to summarize");
export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
export const summarizeButton = (page: Page) => page.getByRole("button", { name: "Summarize", exact: true });
export const tab = (page: Page, name: RegExp) => page.getByRole("tab", { name });
export const badge = (page: Page, name: string) =>
  page.getByRole("list", { name: "Attachments" }).getByRole("listitem").filter({ hasText: name });
export const toast = (page: Page, words: string) => page.locator("[data-toast]").filter({ hasText: words });

type GivenFile = string | { name: string; mimeType: string; buffer: Buffer };

/** Attaches files as the file chooser does. A string names one of the sample documents. */
export async function attach(page: Page, ...files: GivenFile[]) {
  const read = files.map(async (file) =>
    typeof file === "string"
      ? { name: file, mimeType: "application/octet-stream", buffer: await readFile(new URL(file, documents)) }
      : file,
  );
  await page.getByLabel("Attachments to summarize").setInputFiles(await Promise.all(read));
}

export const textFile = (name: string, content: string | Buffer) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(content),
});

export async function summarized(page: Page, text = thread) {
  const session = await signInAs(page, "user", "/summarize");
  await box(page).fill(text);
  await summarizeButton(page).click();
  await expect(tab(page, /^Summary \(\d+\)$/)).toBeVisible();
  return session;
}
