import { mailOf } from "#test/mail-of.ts";

type Seed = { from: string; subject: string; text: string; hoursAgo: number; isRead?: boolean };

const seeds: Seed[] = [
  {
    from: "Meera Iyer <meera@northwind.test>",
    subject: "Contract renewal: two open points",
    text: "Hello,\n\nbefore we sign we need your word on the notice period and on the price from January. Could you answer by Thursday?\n\nMeera",
    hoursAgo: 1,
  },
  {
    from: "Jonas Weber <jonas@fabrikam.test>",
    subject: "Delivery 4471 is late",
    text: "Good morning,\n\nthe lorry is stuck at the border and will reach you on Wednesday at noon. I am sorry for the trouble.\n\nJonas Weber",
    hoursAgo: 5,
  },
  {
    from: "Payroll <payroll@contoso.test>",
    subject: "Your payslip is ready",
    text: "The payslip of this month can be read in the portal. Nothing is to be done.",
    hoursAgo: 27,
    isRead: true,
  },
  {
    from: "Asha Rao <asha@adventure.test>",
    subject: "Workshop agenda",
    text: "Hi,\n\nagenda for Friday: 10:00 numbers, 11:00 hiring, 12:00 lunch, 13:00 roadmap. Please send me your slides by Wednesday evening.\n\nAsha",
    hoursAgo: 30,
  },
  {
    from: "Luis Ortega <luis@tailspin.test>",
    subject: "Re: Invoice 2026-118",
    text: "Paid today. Could you confirm when it has arrived?\n\nLuis",
    hoursAgo: 52,
    isRead: true,
  },
];

export type DemoMail = { raw: string; receivedAt: Date; isRead: boolean };

/** A user's mail of some days, oldest first. */
export const demoMail = (to: string, now = Date.now()): DemoMail[] =>
  seeds
    .map(({ hoursAgo, isRead = false, ...mail }) => {
      const receivedAt = new Date(Math.floor(now / 1000) * 1000 - hoursAgo * 3_600_000);
      return { raw: mailOf({ ...mail, to, date: receivedAt }), receivedAt, isRead };
    })
    .toReversed();

/** A mail that arrives while the inbox is open. */
export const arrivingMail = (to: string, at: number) =>
  mailOf({
    from: "Nadia Haddad <nadia@wingtip.test>",
    to,
    subject: `Question ${at} about the offer`,
    text: "Hello,\n\none more question: does the price include the installation, and who does it?\n\nNadia Haddad",
  });
