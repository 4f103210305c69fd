import { createHash } from "node:crypto";
import { type DemoMail, dayName, firstName, type Party, type Reader } from "./demo-mail.ts";

const meera: Party = { name: "Meera Krishnan", email: "meera@sundarpackaging.example" };
const anand: Party = { name: "Anand Kulkarni", email: "anand.kulkarni@brightretail.example" };
const fatima: Party = { name: "Fatima Shaikh", email: "fatima@talentbridge.example" };
const sanjay: Party = { name: "Sanjay Pillai", email: "sanjay@pillai-associates.example" };
const lena: Party = { name: "Lena Hoffmann", email: "l.hoffmann@nordlicht-handel.example" };

/** Mails of the last four weeks that the reader sent on their own account. `hasLink` decides whether it could be clicked. */
export function sentMails(reader: Reader): DemoMail[] {
  const { me, company, partner } = reader;
  const site = `https://www.${company.toLowerCase().replaceAll(" ", "-")}.example`;
  const letters: [days: number, hour: number, to: Party, subject: string, body: string][] = [
    [
      27,
      5,
      partner,
      `Introducing ${company}`,
      `we met at the fair in spring. A short overview is at ${site}/overview.`,
    ],
    [
      26,
      9,
      anand,
      "Order 1184: dispatched",
      "your order 1184 left our warehouse this morning and arrives in three days.",
    ],
    [24, 6, meera, "Forecast for the next quarter", "we expect to need about 6,000 boxes. Can you reserve the paper?"],
    [
      22,
      10,
      sanjay,
      "Papers for the lease",
      `the signed pages are at ${site}/lease. Please confirm that they are complete.`,
    ],
    [20, 7, fatima, "Feedback on three candidates", "all three were good; the second one convinced us most."],
    [
      19,
      11,
      partner,
      "Price list for dealers",
      `the current list is at ${site}/dealers. It holds until the end of the quarter.`,
    ],
    [17, 5, lena, "Samples on their way", "two samples of article 20-118 left today by courier."],
    [15, 8, anand, "Order 1190: one item delayed", "the shelf brackets arrive two days late. The rest is on time."],
    [13, 6, meera, "Pallets returned", "forty empty pallets are ready for collection at gate 2."],
    [12, 9, partner, "Agenda for our call", "I suggest: scope, price, start. Shall I add anything?"],
    [10, 7, sanjay, "Question on the warranty clause", "does clause 6 also cover parts that we buy in?"],
    [
      8,
      10,
      fatima,
      "Start date of the new colleague",
      `we would like to begin on ${dayName(reader, 14)}. Does that work?`,
    ],
    [6, 5, lena, "Freight to Hamburg", `the rates are at ${site}/freight. They include customs.`],
    [5, 8, anand, "Thank you for your visit", "it was good to see your team. The photos follow tomorrow."],
    [4, 6, partner, "Offer for the pilot", `our offer is at ${site}/pilot. It is valid until ${dayName(reader, 20)}.`],
    [3, 9, meera, "Colour of the tape", "brown, please, as last time."],
  ];
  return letters.flatMap(([daysAgo, hour, to, subject, body], at) => {
    const shift = shiftOf(reader, subject);
    if (shift === undefined) return [];
    return {
      ...{ key: `sent-${at}`, from: me, to: [to], daysAgo: daysAgo - shift, hour, subject },
      text: `Dear ${firstName(to)},\n\n${body}\n\nKind regards,\n${me.name}`,
    };
  });
}

/** These wait for an answer, so their age matters. */
export const openOffers: readonly string[] = ["Offer for the pilot", "Freight to Hamburg"];

/**
 * How many days later this person sent a mail; undefined if they did not. It follows from the person, so that the companies have curves
 * of their own.
 */
function shiftOf({ me }: Reader, subject: string): number | undefined {
  if (openOffers.includes(subject)) return 0;
  const [byte = 0] = createHash("sha256").update(`${me.email} ${subject}`).digest();
  return byte % 12 === 0 ? undefined : byte % 3;
}
