import type { Tx } from "#db/fence.ts";
import { templates } from "#db/tables/templates.ts";
import { demoPeople } from "#features/demo/demo-people.ts";
import { dayMs, type Reader } from "./demo-mail.ts";

const paragraphs = (...lines: string[]) => lines.map((line) => `<p>${line}</p>`).join("");
const closing = "Kind regards,<br>{MyName}<br>{MyCompany}";

/** Templates of the demo's trading company, with tokens of every kind: of the reader, with a fallback, and one that is asked for. */
const acmeTemplates = [
  {
    name: "Quote follow-up",
    shortName: "quote",
    subject: "Our quote for {Company|your company}",
    bodyHtml: paragraphs(
      "Dear {FirstName|Sir or Madam},",
      "Thank you for your interest. Did you have time to look at our quote of {QuoteDate}? The rates are valid for 14 days.",
      "I am glad to answer any question, by mail or by phone.",
      closing,
    ),
    usedCount: 18,
    daysAgo: 1,
  },
  {
    name: "Payment reminder",
    shortName: "pay",
    subject: "Reminder: invoice {InvoiceNumber}",
    bodyHtml: paragraphs(
      "Dear {FirstName|Sir or Madam},",
      "Our invoice {InvoiceNumber} of <strong>INR {DueAmount}</strong> is due. If you have paid it meanwhile, please ignore this mail.",
      "If something is not clear, please tell me, and we find a solution.",
      closing,
    ),
    usedCount: 7,
    daysAgo: 4,
  },
  {
    name: "Welcome a new customer",
    shortName: "welcome",
    subject: "Welcome to {MyCompany}",
    bodyHtml: paragraphs(
      "Dear {FirstName|customer},",
      "Welcome! From today on I am your contact at {MyCompany}. These are the next steps:",
      "<ol><li><p>You get our price list and the terms of delivery.</p></li><li><p>We agree on a first order.</p></li></ol>",
      "You reach me at {MyEmail}.",
      closing,
    ).replaceAll(/<p>(<ol>.*?<\/ol>)<\/p>/g, "$1"),
    usedCount: 3,
    daysAgo: 9,
  },
];

/** Added with the history of the company's admin. */
export async function addCompanyTemplates(tx: Tx, tenantId: string, { me, now }: Reader) {
  const isAdmin = demoPeople.some(
    ({ company, email, roleCode }) => company === "ACME" && email === me.email && roleCode === "ADMIN",
  );
  if (!isAdmin) return;
  const rows = acmeTemplates.map(({ daysAgo, ...template }) => ({
    ...{ ...template, tenantId, userId: null },
    snippet: template.bodyHtml
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim()
      .slice(0, 180),
    lastUsedAt: new Date(now.getTime() - daysAgo * dayMs),
  }));
  await tx.insert(templates).values(rows).onConflictDoNothing();
}
