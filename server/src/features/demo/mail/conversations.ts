import { type DemoMail, dayName, firstName, momentIn, type Party, type Reader } from "./demo-mail.ts";
import { csvFile, inviteFile, pdfFile, pngFile, sheetFile, wordFile } from "./files.ts";

const meera: Party = { name: "Meera Krishnan", email: "meera@sundarpackaging.example" };
const anand: Party = { name: "Anand Kulkarni", email: "anand.kulkarni@brightretail.example" };
const fatima: Party = { name: "Fatima Shaikh", email: "fatima@talentbridge.example" };
const accounts: Party = { name: "Vertex Logistics Accounts", email: "accounts@vertexlogistics.example" };

export const conversations = async (reader: Reader): Promise<DemoMail[]> => [
  ...(await quotation(reader)),
  ...(await planning(reader)),
  ...complaint(reader),
  ...hiring(reader),
  ...invoices(reader),
];

const prices = (corrugated: number) => [
  ["Item", "Quantity", "Rate (INR)", "Amount (INR)"],
  ["Corrugated box 40x30x30", 2000, corrugated, corrugated * 2000],
  ["Bubble wrap roll 50 m", 40, 640, 25_600],
  ["Printed tape", 120, 85, 10_200],
];

async function quotation(reader: Reader): Promise<DemoMail[]> {
  const { me, company } = reader;
  const subject = `Quotation for packaging, ${company}`;
  return [
    {
      ...{ key: "quote-1", from: meera, daysAgo: 9, hour: 6, subject },
      text: `Dear ${firstName(me)},\n\nThank you for your enquiry. Our quotation for 2,000 corrugated boxes, bubble wrap and printed tape is attached. The total comes to INR 1,23,800 plus GST, delivery within ten working days of your order.\n\nThe offer is valid for fifteen days. Could you tell me whether you need the boxes printed with your logo?\n\nWarm regards,\nMeera Krishnan\nSundar Packaging, Coimbatore\n+91 422 400 7788`,
      files: [
        pdfFile("Quotation SP-2291.pdf", [
          "SUNDAR PACKAGING - Quotation SP-2291",
          `For: ${company}`,
          "",
          ...prices(44).map((row) => row.join("   ")),
          "",
          "Total: INR 1,23,800 plus GST 18%",
          "Delivery: ten working days after the order",
        ]),
      ],
    },
    {
      ...{ key: "quote-2", from: me, to: [meera], daysAgo: 8, hour: 9, subject: `Re: ${subject}`, answers: "quote-1" },
      text: "Dear Meera,\n\nThank you. No printing is needed. We ordered the same boxes at INR 41 last year; can you meet that rate for 2,000?\n\nRegards",
    },
    {
      ...{ key: "quote-3", from: meera, daysAgo: 6, hour: 7, subject: `Re: ${subject}`, answers: "quote-2" },
      text: `Dear ${firstName(me)},\n\nFor 2,000 pieces we can do INR 41.50, and keep the other rates. The revised sheet is attached. Please confirm the delivery address.\n\nRegards,\nMeera`,
      files: [await sheetFile("Revised rates.xlsx", prices(41.5))],
    },
    {
      ...{ key: "quote-4", from: meera, daysAgo: 1, hour: 5, subject: `Re: ${subject}`, answers: "quote-3" },
      text: `Dear ${firstName(me)},\n\nJust a reminder that the rate of INR 41.50 is held until ${dayName(reader, 3)}. Please send the purchase order by ${dayName(reader, 2)} so that we can book the paper, and let me know who will receive the goods.\n\nRegards,\nMeera`,
    },
  ];
}

async function planning(reader: Reader): Promise<DemoMail[]> {
  const { me, colleague, company } = reader;
  const subject = "Quarterly review: time and figures";
  return [
    {
      ...{ key: "review-1", from: colleague, daysAgo: 5, hour: 4, subject },
      text: `Hi ${firstName(me)},\n\nCan we hold the quarterly review on ${dayName(reader, 2)} at 11:00, or would ${dayName(reader, 3)} at 15:00 suit you better? I would like to go through sales, returns and the open complaints.\n\n${firstName(colleague)}`,
    },
    {
      ...{
        key: "review-2",
        from: me,
        to: [colleague],
        daysAgo: 5,
        hour: 8,
        subject: `Re: ${subject}`,
        answers: "review-1",
      },
      text: `Hi ${firstName(colleague)},\n\n${dayName(reader, 2)} at 11:00 works. I will bring the returns.\n`,
    },
    {
      ...{ key: "review-3", from: colleague, daysAgo: 2, hour: 6, subject: `Re: ${subject}`, answers: "review-2" },
      text: `Good. The agenda is attached. Three things before then:\n\n- Please send me the returns of the last quarter by ${dayName(reader, 1)}, 5 pm.\n- I will book the large room.\n- Can you ask the warehouse for the list of damaged consignments?\n\n${firstName(colleague)}`,
      files: [
        await wordFile("Agenda.docx", [
          `${company}: quarterly review`,
          "1. Sales against plan",
          "2. Returns and damaged consignments",
          "3. Open complaints, with owners",
          "4. Packaging supplier: decision",
          "5. Any other business",
        ]),
        inviteFile({
          title: "Quarterly review",
          start: momentIn(reader, 2, 11),
          minutes: 60,
          place: "Large meeting room",
          organizer: colleague,
          attendees: [me],
        }),
      ],
    },
  ];
}

function complaint({ me, company }: Reader): DemoMail[] {
  const subject = "Damaged cartons in consignment 7714";
  return [
    {
      ...{ key: "damage-1", from: anand, daysAgo: 4, hour: 10, subject },
      text: `Hello,\n\nSix of the forty cartons that reached us this morning were crushed, see the picture. The goods inside are unusable. This is the second time in two months.\n\nWe need a replacement before the weekend sale. Please confirm today when it will be dispatched, and tell us how the amount of INR 18,400 will be credited.\n\nAnand Kulkarni\nBright Retail`,
      files: [
        pngFile("carton-photo.png", [
          [196, 154, 108],
          [150, 111, 74],
          [214, 178, 134],
          [90, 66, 45],
        ]),
      ],
    },
    {
      ...{
        key: "damage-2",
        from: me,
        to: [anand],
        daysAgo: 4,
        hour: 12,
        subject: `Re: ${subject}`,
        answers: "damage-1",
      },
      text: `Dear Anand,\n\nI am sorry about this. Six replacement cartons leave our warehouse tomorrow morning by express. The credit note follows this week.\n\n${me.name}\n${company}`,
    },
    {
      ...{ key: "damage-3", from: anand, daysAgo: 2, hour: 11, subject: `Re: ${subject}`, answers: "damage-2" },
      text: "The replacement has arrived in good order, thank you for the quick help. The credit note is still missing; our accounts department closes the month on the 28th.\n\nAnand",
    },
  ];
}

function hiring(reader: Reader): DemoMail[] {
  const { me } = reader;
  const subject = "Interview panel: operations manager";
  return [
    {
      ...{ key: "panel-1", from: fatima, daysAgo: 3, hour: 5, subject },
      text: `Dear ${firstName(me)},\n\nThree candidates are ready for the second round on ${dayName(reader, 4)}, from 14:00 to 17:00. Could you sit on the panel? I attach the short list; please treat it as confidential.\n\nIf you agree, I will send the questions by ${dayName(reader, 2)}.\n\nFatima Shaikh\nTalentBridge`,
      files: [
        csvFile("shortlist.csv", [
          ["Candidate", "Experience (years)", "Notice period"],
          ["R. Subramaniam", 9, "60 days"],
          ["N. Bose", 7, "30 days"],
          ["K. D'Souza", 11, "90 days"],
        ]),
      ],
    },
    {
      ...{ key: "panel-2", from: fatima, daysAgo: 0, hour: 3, subject: `Re: ${subject}`, answers: "panel-1" },
      text: `Dear ${firstName(me)},\n\nI have not heard from you yet. May I put you down for ${dayName(reader, 4)}? A one-line answer is enough.\n\nFatima`,
      files: [
        inviteFile({
          title: "Interviews: operations manager",
          start: momentIn(reader, 4, 14),
          minutes: 180,
          place: "Video call: https://meet.talentbridge.example/operations",
          organizer: fatima,
          attendees: [me],
        }),
      ],
    },
  ];
}

function invoices(reader: Reader): DemoMail[] {
  const { me, company } = reader;
  const subject = "Invoice VL-4471 is due";
  const files = [
    pdfFile("Invoice VL-4471.pdf", [
      "VERTEX LOGISTICS - Tax invoice VL-4471",
      `Billed to: ${company}`,
      "Line haul Mumbai - Chennai, 6 trips   INR 86,400",
      "GST 12%   INR 10,368",
      "Total   INR 96,768",
      `Due: ${dayName(reader, 5)}`,
    ]),
  ];
  return [
    {
      ...{ key: "invoice-1", from: accounts, daysAgo: 12, hour: 6, subject: "Invoice VL-4471", files },
      text: `Dear customer,\n\nPlease find attached invoice VL-4471 for INR 96,768, due on ${dayName(reader, 5)}.\n\nVertex Logistics Accounts`,
    },
    {
      ...{ key: "invoice-2", from: accounts, daysAgo: 1, hour: 8, subject, answers: "invoice-1" },
      text: `Dear ${firstName(me)},\n\nInvoice VL-4471 for INR 96,768 falls due on ${dayName(reader, 5)}. Kindly share the UTR number once the payment is made. If it has been paid already, please ignore this mail.\n\nVertex Logistics Accounts`,
    },
  ];
}
