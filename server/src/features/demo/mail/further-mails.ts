import { type DemoMail, dayName, firstName, type Party, type Reader } from "./demo-mail.ts";
import { pdfFile, sheetFile } from "./files.ts";

const farah: Party = { name: "Farah Qureshi", email: "farah@northgate-stores.example" };
const vikram: Party = { name: "Vikram Shetty", email: "vikram.shetty@coastalhotels.example" };
const grace: Party = { name: "Grace Fernandes", email: "grace@tidewaterfoods.example" };
const hosting: Party = { name: "Cloudyard Billing", email: "billing@cloudyard.example" };
const freight: Party = { name: "Vertex Logistics Accounts", email: "accounts@vertexlogistics.example" };
const auditor: Party = { name: "Leela Menon", email: "leela@menon-audit.example" };

/** The mail of an address that the reader has beside their own. `reader.me` has that address. */
export const furtherMails: Record<string, (reader: Reader) => Promise<DemoMail[]>> = { sales, accounts };

async function sales({ company, ...reader }: Reader): Promise<DemoMail[]> {
  const { me } = reader;
  const day = (days: number) => dayName({ company, ...reader }, days);
  const site = `https://www.${company.toLowerCase().replaceAll(" ", "-")}.example`;
  return [
    {
      ...{ key: "shelves-1", from: farah, daysAgo: 7, hour: 6, subject: "Shelving for four stores" },
      text: `Hello,\n\nWe open four stores in spring and need shelving for each. Could you send your catalogue and your terms for about 60 units?\n\nFarah Qureshi\nNorthgate Stores`,
    },
    {
      ...{ key: "shelves-2", from: me, to: [farah], daysAgo: 6, hour: 8, subject: "Re: Shelving for four stores" },
      ...{ answers: "shelves-1" },
      text: `Dear Farah,\n\nThank you for writing to ${company}. The catalogue is at ${site}/catalogue. For 60 units we deliver within three weeks, freight included.\n\nWhich sizes do you need?\n\nKind regards`,
    },
    {
      ...{ key: "shelves-3", from: farah, daysAgo: 0, hour: 2, subject: "Re: Shelving for four stores" },
      ...{ answers: "shelves-2" },
      text: `Hello,\n\nThe sizes are attached: 40 units of 90 cm and 20 of 120 cm. Can you confirm delivery to Pune by ${day(21)}? Our manager decides on ${day(3)}.\n\nFarah`,
      files: [
        await sheetFile("Sizes.xlsx", [
          ["Store", "90 cm", "120 cm"],
          ["Pune 1", 10, 5],
          ["Pune 2", 10, 5],
          ["Nashik", 10, 5],
          ["Thane", 10, 5],
        ]),
      ],
    },
    {
      ...{ key: "hotel", from: vikram, daysAgo: 1, hour: 5, subject: "Linen trolleys: do you hire them out?" },
      text: "Hello,\n\nFor a conference next month we need twelve linen trolleys for ten days. Do you hire them out, and what would it cost?\n\nVikram Shetty\nCoastal Hotels, Kochi",
    },
    {
      ...{ key: "repeat-1", from: grace, daysAgo: 12, hour: 7, subject: "The same order again, please" },
      text: "Dear team,\n\nplease send the same order as in summer: 200 crates, blue lids. The address is unchanged.\n\nGrace Fernandes\nTidewater Foods",
    },
    {
      ...{ key: "repeat-2", from: me, to: [grace], daysAgo: 11, hour: 9, subject: "Re: The same order again, please" },
      ...{ answers: "repeat-1" },
      text: "Dear Grace,\n\n200 crates with blue lids leave our warehouse on Friday. Thank you for ordering again.\n\nKind regards",
    },
  ];
}

async function accounts(reader: Reader): Promise<DemoMail[]> {
  const { me, company } = reader;
  return [
    {
      ...{ key: "hosting", from: hosting, daysAgo: 2, hour: 3, subject: "Invoice CY-30418 for your servers" },
      text: `Invoice CY-30418\nCustomer: ${company}\nAmount: INR 18,400.00 plus GST\nDue: ${dayName(reader, 12)}\n\nThe amount is charged to your card. Nothing needs to be done.`,
      headers: { "Auto-Submitted": "auto-generated" },
      files: [
        pdfFile("CY-30418.pdf", ["INVOICE CY-30418", `To: ${company}`, "Servers, one month: INR 18,400.00", "GST 18%"]),
      ],
    },
    {
      ...{ key: "freight-invoice", from: freight, daysAgo: 1, hour: 7, subject: "Invoice VL-7719, due in ten days" },
      text: `Dear ${firstName(me)},\n\nInvoice VL-7719 for the consignments of last week is attached: INR 64,250 plus GST. Please pay it by ${dayName(reader, 9)}.\n\nVertex Logistics`,
      files: [pdfFile("VL-7719.pdf", ["INVOICE VL-7719", `To: ${company}`, "Freight: INR 64,250.00", "GST 18%"])],
    },
    {
      ...{ key: "audit-1", from: auditor, daysAgo: 5, hour: 10, subject: "Papers for the quarterly review" },
      text: `Dear ${firstName(me)},\n\nfor the review I need the bank statements of the quarter, the list of open invoices and the stock list. Could I have them by ${dayName(reader, 4)}?\n\nLeela Menon`,
    },
    {
      ...{
        key: "audit-2",
        from: me,
        to: [auditor],
        daysAgo: 4,
        hour: 6,
        subject: "Re: Papers for the quarterly review",
      },
      ...{ answers: "audit-1" },
      text: "Dear Leela,\n\nthe statements and the list of open invoices come tomorrow, the stock list follows on Friday.\n\nKind regards",
    },
  ];
}

/** A draft that another program has begun in a mailbox for sales. */
export const begunElsewhere = ({ me, company }: Reader): DemoMail => ({
  ...{ key: "offer-draft", from: me, to: [vikram], daysAgo: 0, hour: 3, subject: "Linen trolleys: our offer" },
  text: `Dear Vikram,\n\nwe do hire trolleys out. For twelve of them and ten days I can offer\n\n${company}`,
});
