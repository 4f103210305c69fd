import type { MailMessage, MailPerson } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { escapeHtml } from "#lib/drafts/draft-html.ts";
import { bytes, dateTime } from "#lib/format.ts";
import { mailPolicy } from "#components/rich-text/mail-frame.ts";
import { type PreparedMail, prepareMailHtml } from "#components/rich-text/mail-html.ts";

/** A frame that was not printed, because the browser blocked the dialog, is removed after this time. */
const keptMs = 10 * 60_000;

/** Opens the browser's print dialog for messages: their heads, attachments by name, and text, without our controls. */
export function printMessages(messages: readonly MailMessage[]) {
  const frame = document.createElement("iframe");
  // Without scripts. Modals are allowed because the print dialog is one.
  frame.setAttribute("sandbox", "allow-same-origin allow-modals");
  frame.title = t("Print");
  frame.style.cssText = "position:fixed;inset:auto 0 0 auto;width:0;height:0;border:0;visibility:hidden";
  frame.srcdoc = printedPage(messages);
  frame.addEventListener("load", () => {
    const page = frame.contentWindow;
    page?.addEventListener("afterprint", () => setTimeout(() => frame.remove()));
    page?.print();
  });
  document.body.append(frame);
  setTimeout(() => frame.remove(), keptMs);
}

/** The page as HTML, with the subject of the first message as its title. */
export function printedPage(messages: readonly MailMessage[]): string {
  const remoteImages = messages.some(({ imagesAllowed }) => imagesAllowed !== null);
  const subject = escapeHtml(messages[0]?.subject || t("(no subject)"));
  return `<!doctype html><html lang="und"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${mailPolicy(remoteImages)}"><meta name="referrer" content="no-referrer"><title>${subject}</title><style>${style}</style></head><body><h1>${subject}</h1>${messages.map(printedMessage).join("")}</body></html>`;
}

/** One message. The mail stands in a shadow tree, so that its style sheets cannot change the head above it. */
function printedMessage(message: MailMessage): string {
  const body =
    message.bodyHtml === null
      ? `<pre>${escapeHtml(message.bodyText)}</pre>`
      : shadowOf(prepareMailHtml(message.bodyHtml, { remoteImages: message.imagesAllowed !== null }));
  const files = message.attachments.filter(({ inline }) => !inline || message.bodyHtml === null);
  const rows: [string, string][] = [
    [t("From"), peopleOf([{ name: message.fromName, address: message.from }])],
    [t("To"), peopleOf(message.to)],
    [t("Cc"), peopleOf(message.cc)],
    [t("Date"), dateTime(message.date)],
    [t("Attachments"), files.map(({ fileName, size }) => `${fileName} (${bytes(size)})`).join(", ")],
  ];
  const head = rows
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join("");
  return `<article><dl>${head}</dl><hr>${body}</article>`;
}

const shadowOf = ({ html, sheet }: PreparedMail) =>
  `<div><template shadowrootmode="open"><style>${sheet}</style>${html}</template></div>`;

const peopleOf = (people: readonly MailPerson[]) =>
  people.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(", ");

const style = `
:root{color-scheme:light}
body{margin:0;color:#000;font:11pt/1.45 ui-sans-serif,system-ui,sans-serif;overflow-wrap:break-word}
h1{font-size:15pt;line-height:1.3;margin:0 0 8pt}
dl{display:grid;grid-template-columns:auto 1fr;gap:2pt 10pt;margin:0;font-size:9.5pt}
dt{color:#555}
dd{margin:0}
article+article{margin-top:18pt;padding-top:12pt;border-top:2px solid #000}
dl,hr{break-after:avoid}
hr{border:0;border-top:1px solid #bbb;margin:10pt 0}
pre{font:inherit;white-space:pre-wrap;margin:0}
`;
