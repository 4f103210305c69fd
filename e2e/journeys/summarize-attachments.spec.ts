import { expect, test } from "@playwright/test";
import { signInAs } from "../people.ts";
import { attach, badge, box, button, summarizeButton, tab, textFile } from "../summarizing.ts";

test("mails and plain text are read in the browser, other files by the server [SUM-05] [SUM-18] [SUM-19]", async ({
  page,
}) => {
  await signInAs(page, "user", "/summarize");
  const calls: string[] = [];
  page.on("request", (request) => request.url().includes("/api/summarize/extract") && calls.push(request.method()));
  const mail =
    'From: =?utf-8?Q?Ren=C3=A9e?= <r@x.org>\nSubject: Hi\nContent-Type: text/plain; charset="iso-8859-1"\nContent-Transfer-Encoding: quoted-printable\n\nGr=FC=DFe aus K=F6ln';
  await attach(page, textFile("letter.eml", mail), textFile("note.txt", "A plain note."));
  await expect(box(page)).toHaveValue(/From: Renée <r@x.org>\nSubject: Hi\n\nGrüße aus Köln/);
  await expect(box(page)).toHaveValue(/--- note\.txt ---\nA plain note\./);
  await expect(badge(page, "letter.eml")).toContainText("EML · 0.2 KB");
  await expect(page.getByText("Detected messages: 2")).toBeVisible();
  expect(calls).toEqual([]);

  await attach(page, "testPDF.pdf", "newOutlook.msg", "testWORD_various.docx");
  await expect(box(page)).toHaveValue(/Apache Tika/, { timeout: 60_000 });
  await expect(badge(page, "testPDF.pdf")).toContainText("PDF · 34 KB");
  await expect(page.getByRole("progressbar")).toHaveCount(0, { timeout: 60_000 });
  await expect(badge(page, "newOutlook.msg")).toContainText(/MSG · \d+ KB/);
  expect(calls).toEqual(["POST", "POST", "POST"]);

  await button(page, "Remove testPDF.pdf").click();
  await expect(box(page)).not.toHaveValue(/testPDF\.pdf/);
  await expect(box(page)).toHaveValue(/A plain note\./);
});

test("each unreadable file shows its reason, and the others still count [VAL-15]", async ({ page }) => {
  await signInAs(page, "user", "/summarize");
  await attach(page, "testEXCEL_protected_passtika.xlsx", textFile("empty.txt", " \n "), textFile("song.mp3", "x"));
  await attach(
    page,
    textFile("fine.txt", "Please call Priya by Friday."),
    textFile("broken.docx", "PK\x03\x04 nothing"),
  );
  await expect(badge(page, "testEXCEL")).toContainText("is protected by a password and cannot be read", {
    timeout: 60_000,
  });
  await expect(badge(page, "empty.txt")).toContainText("No readable text in empty.txt");
  await expect(badge(page, "song.mp3")).toContainText("song.mp3 cannot be read: this file type is not supported");
  await expect(badge(page, "broken.docx")).toContainText("broken.docx is damaged and cannot be read");
  await summarizeButton(page).click();
  await expect(tab(page, /^Timeline \(1\)$/)).toBeVisible();
});

test("binary text is not shown in the box, but is sent to the server [SUM-20]", async ({ page }) => {
  await signInAs(page, "user", "/summarize");
  await attach(page, textFile("blob.txt", "\u0000\u0001 Please send the invoice to Anna by Friday. \u0000"));
  await expect(badge(page, "blob.txt")).toContainText("Not shown here. The AI still uses it.");
  await expect(box(page)).toHaveValue("");
  const [request] = await Promise.all([
    page.waitForRequest("**/api/summarize/generate"),
    summarizeButton(page).click(),
  ]);
  expect(request.postDataJSON().thread).toMatchObject([
    { from: "blob.txt", body: expect.stringContaining("Please send the invoice") },
  ]);
  await tab(page, /^Timeline/).click();
  await expect(page.getByText("Not readable as text.")).toBeVisible();
});

test("files in a mail are read on request", async ({ page }) => {
  await signInAs(page, "user", "/summarize");
  const mail =
    "From: a@x.org\nSubject: Two\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSee inside.\n--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=inner.txt\n\nThe inner words.\n--b--";
  await attach(page, textFile("outer.eml", mail));
  await button(page, "Read the attachment in it").click();
  await expect(badge(page, "inner.txt")).toBeVisible();
  await expect(box(page)).toHaveValue(/--- inner\.txt ---\nThe inner words\./);
});

test("reading shows its progress and can be cancelled [BYD-08]", async ({ page }) => {
  await signInAs(page, "user", "/summarize");
  await page.route("**/api/summarize/extract", () => undefined);
  await attach(page, "testPDF.pdf");
  await expect(page.getByRole("progressbar", { name: "Reading testPDF.pdf" })).toBeVisible();
  await expect(button(page, "Reading files…")).toHaveAttribute("aria-busy", "true");
  await button(page, "Cancel reading testPDF.pdf").click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(summarizeButton(page)).not.toHaveAttribute("aria-busy", "true");
});

test("each failure is reported with its cause [ERR-16] [ERR-18] [ERR-22]", async ({ page }) => {
  await signInAs(page, "user", "/summarize");
  await page.route("**/api/summarize/extract", (route) => route.fulfill({ status: 502, body: "<html>" }));
  await attach(page, "testPDF.pdf");
  await expect(badge(page, "testPDF.pdf")).toContainText("Upload failed (502)");
  await page.unroute("**/api/summarize/extract");
  await page.route("**/api/summarize/extract", (route) => route.abort());
  await attach(page, "testWORD6.doc");
  await expect(badge(page, "testWORD6.doc")).toContainText(
    "Could not reach the backend. Check VITE_API_BASE or your dev proxy.",
  );
  await page.evaluate(() => {
    File.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  });
  await attach(page, textFile("gone.txt", "x"));
  await expect(badge(page, "gone.txt")).toContainText("Attachment processing failed");
});

test("files can be dropped on the panel", async ({ page }) => {
  await signInAs(page, "user", "/summarize");
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["Dropped words"], "dropped.txt", { type: "text/plain" }));
    return transfer;
  });
  await box(page).dispatchEvent("dragenter", { dataTransfer: data });
  await expect(page.getByText("Drop to attach")).toBeVisible();
  await box(page).dispatchEvent("drop", { dataTransfer: data });
  await expect(box(page)).toHaveValue(/Dropped words/);
});
