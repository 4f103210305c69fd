import type { Tx } from "#db/fence.ts";
import { and, eq, isNull } from "#db/orm.ts";
import { only } from "#db/rows.ts";
import { knowledgeSources } from "#db/tables/knowledge.ts";
import { makePieces } from "#engine/knowledge/make-pieces.ts";
import { demoPeople } from "#features/demo/demo-people.ts";
import { insertPieces } from "#features/knowledge/knowledge.ts";
import { dayMs, type Reader } from "./demo-mail.ts";

type Entry = { kind: "fact" | "qa" | "page"; title: string; question?: string; body: string; daysAgo: number };

/** The knowledge of the demo's trading company. It fits the demo's mail: a reply to "pilot in the south" uses the first entry. */
const acmeKnowledge: Entry[] = [
  {
    ...{ kind: "qa", title: "Delivery to Chennai", question: "How long does delivery to Chennai take?" },
    ...{ body: "Delivery to Chennai takes four working days by road.", daysAgo: 2 },
  },
  {
    ...{ kind: "qa", title: "Printed boxes", question: "Do you need the boxes printed with your logo?" },
    ...{ body: "No, we order plain boxes without printing.", daysAgo: 5 },
  },
  {
    ...{ kind: "qa", title: "GST number", question: "What is your GST number?" },
    ...{ body: "Our GST number is 27AAACA5678K1Z2.", daysAgo: 12 },
  },
  {
    ...{ kind: "fact", title: "Where goods are received", daysAgo: 9 },
    body: "Goods are received at Unit 4, Mill Compound, Mumbai 400013, on weekdays from 9:00 to 17:00.",
  },
  {
    ...{ kind: "fact", title: "How long quotes are valid", daysAgo: 16 },
    body: "Our quotes are valid for 14 days. All rates are plus 18% GST.",
  },
  {
    ...{ kind: "page", title: "Terms of delivery", daysAgo: 20 },
    body: [
      "Minimum order",
      "The minimum order is 100 pieces of an article. Samples are free of charge.",
      "Freight",
      "Freight within India is included from an order value of INR 50,000. Below that it is INR 1,200 for each consignment.",
      "Returns",
      "Damaged goods are replaced if we hear of it within seven days. Please send a photo of the box and of the label.",
      "Payment",
      "Invoices are due after 30 days. For a first order we ask for half of the amount in advance.",
    ].join("\n\n"),
  },
];

/** Added with the history of the company's admin, once. */
export async function addCompanyKnowledge(tx: Tx, tenantId: string, { me, now }: Reader) {
  const isAdmin = demoPeople.some(
    ({ company, email, roleCode }) => company === "ACME" && email === me.email && roleCode === "ADMIN",
  );
  const isOfCompany = and(eq(knowledgeSources.tenantId, tenantId), isNull(knowledgeSources.userId));
  if (!isAdmin || (await tx.$count(knowledgeSources, isOfCompany)) > 0) return;
  for (const { daysAgo, question = "", ...entry } of acmeKnowledge) {
    const pieces = makePieces([{ page: null, text: entry.body }], entry.title, question);
    const at = new Date(now.getTime() - daysAgo * dayMs);
    const row = {
      ...{ ...entry, question, tenantId, userId: null, state: "ready" as const, createdAt: at, updatedAt: at },
      ...{ pieces: pieces.length, size: Buffer.byteLength(entry.body) },
    };
    await insertPieces(tx, only(await tx.insert(knowledgeSources).values(row).returning()), pieces);
  }
}
