import type { DemoMail, Reader } from "./demo-mail.ts";

type Story = { title: string; text: string };
type Issue = {
  key: string;
  sender: { name: string; email: string };
  subject: string;
  daysAgo: number;
  hour: number;
  colour: string;
  stories: Story[];
};

const issues: Issue[] = [
  {
    key: "news-retail",
    sender: { name: "Retail Weekly", email: "news@retailweekly.example" },
    subject: "Retail Weekly: festive stock, freight rates, and a chain that went cashless",
    daysAgo: 1,
    hour: 4,
    colour: "#7c3aed",
    stories: [
      {
        title: "Order festive stock now",
        text: "Wholesalers expect lead times of five weeks from September. Those who ordered in July paid eleven per cent less.",
      },
      {
        title: "Freight rates ease",
        text: "Line-haul rates between Mumbai and Chennai fell for the third month in a row.",
      },
      { title: "No cash, no queue", text: "What forty stores learned in a year without tills." },
    ],
  },
  {
    key: "news-tech",
    sender: { name: "Inbox Zero Letters", email: "hello@inboxzero-letters.example" },
    subject: "Three habits of people who answer by noon",
    daysAgo: 4,
    hour: 7,
    colour: "#0f766e",
    stories: [
      { title: "Decide once", text: "Read a mail only when you have time to answer it." },
      { title: "Write the ask first", text: "The first line says what you need and by when." },
    ],
  },
  {
    key: "news-gst",
    sender: { name: "GST Digest", email: "digest@gstdigest.example" },
    subject: "GST Digest: filing dates this month",
    daysAgo: 11,
    hour: 6,
    colour: "#b45309",
    stories: [
      { title: "GSTR-1", text: "Due on the 11th for monthly filers." },
      { title: "GSTR-3B", text: "Due on the 20th. Late fees apply per day." },
    ],
  },
];

export const newsletters = ({ me }: Reader): DemoMail[] => [
  ...issues.map((issue) => newsletter(issue, me.email)),
  receipt(me.email),
  shipping(),
];

/** Built like real newsletters: nested tables, remote pictures, and an invisible tracking pixel. */
function newsletter({ key, sender, subject, daysAgo, hour, colour, stories }: Issue, reader: string): DemoMail {
  const host = sender.email.split("@")[1];
  const unsubscribe = `https://${host}/unsubscribe?u=${encodeURIComponent(reader)}`;
  const articles = stories.map(
    ({ title, text }, at) =>
      `<tr><td style="padding:16px 24px"><img src="https://${host}/img/${key}-${at}.jpg" width="552" alt="${title}"><h2 style="color:${colour};font:bold 18px Georgia,serif">${title}</h2><p style="font:15px/1.5 Arial,sans-serif;color:#333333">${text} <a href="https://${host}/a/${key}-${at}">Read on</a></p></td></tr>`,
  );
  const html = `<html><head><style>@media (max-width:600px){.w{width:100%!important}}</style></head><body style="margin:0;background:#f3f4f6"><table width="100%" cellpadding="0" cellspacing="0"><tr><td align="center"><table class="w" width="600" cellpadding="0" cellspacing="0" style="background:#ffffff"><tr><td style="background:${colour};color:#ffffff;padding:20px 24px;font:bold 24px Georgia,serif">${sender.name}</td></tr>${articles.join("")}<tr><td style="padding:16px 24px;font:12px Arial,sans-serif;color:#6b7280">You get this because you signed up. <a href="${unsubscribe}">Unsubscribe</a></td></tr></table></td></tr></table><img src="https://${host}/open.gif?r=${encodeURIComponent(reader)}" width="1" height="1" alt=""></body></html>`;
  return {
    ...{ key, from: sender, subject, daysAgo, hour, html },
    headers: { "List-Id": `<news.${host}>`, "List-Unsubscribe": `<${unsubscribe}>`, Precedence: "bulk" },
  };
}

const receipt = (reader: string): DemoMail => ({
  key: "receipt",
  from: { name: "Cloudpad Billing", email: "billing@cloudpad.example" },
  daysAgo: 14,
  hour: 2,
  subject: "Receipt for your subscription",
  html: `<div style="font-family:Arial,sans-serif;max-width:480px;margin:auto;border:1px solid #e5e7eb;padding:24px"><h1 style="font-size:20px">Thank you</h1><p>Payment received for <b>${reader}</b>.</p><table width="100%"><tr><td>Team plan, 12 seats</td><td align="right">INR 9,588</td></tr><tr><td>GST 18%</td><td align="right">INR 1,726</td></tr><tr><td><b>Total</b></td><td align="right"><b>INR 11,314</b></td></tr></table><p style="color:#6b7280">Your card is charged again in 30 days.</p></div>`,
  headers: { "Auto-Submitted": "auto-generated" },
});

const shipping = (): DemoMail => ({
  key: "shipping",
  from: { name: "QuickShip", email: "track@quickship.example" },
  daysAgo: 5,
  hour: 13,
  subject: "Your parcel is out for delivery",
  html: '<p>Parcel <b>QS 8812 3340 71</b> is out for delivery and will arrive today before 18:00.</p><p><a href="https://quickship.example/t/88123340">Follow it on the map</a></p>',
  headers: { "Auto-Submitted": "auto-generated" },
});
