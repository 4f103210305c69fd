// The page of an unsubscribe link. Without scripts, because any mail program may open it.
import { t } from "@intellibox/contract/text/t";
import { language } from "@intellibox/contract/text/translator";
import { escapeHtml } from "#lib/html/html.ts";

const style = `
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; box-sizing: border-box; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f5f5f7, #0c0d10); color: light-dark(#16171d, #ececf1); }
main { width: 100%; max-width: 28rem; box-sizing: border-box; padding: 2rem 1.5rem; border-radius: 14px; background: light-dark(#fff, #17181d); border: 1px solid light-dark(#d9dae0, #33353d); overflow-wrap: anywhere; }
h1 { margin: 0 0 .75rem; font-size: 1.25rem; }
p { margin: 0 0 1rem; }
button { font: inherit; font-weight: 600; padding: .625rem 1.25rem; border: 0; border-radius: 10px; cursor: pointer; background: #3a43cf; color: #fff; }
button:focus-visible { outline: 3px solid light-dark(#3a43cf, #a9afff); outline-offset: 2px; }
`;

type Page = { title: string; words: string; button?: string };

function pageOf({ title, words, button }: Page): string {
  const form = button ? `<form method="post"><button type="submit">${escapeHtml(button)}</button></form>` : "";
  return `<!doctype html>
<html lang="${language()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(words)}</p>${form}</main></body></html>
`;
}

type Named = { address: string; company: string };

export const askPage = (named: Named) =>
  pageOf({
    title: t("Unsubscribe"),
    words: t("{address} will get no more mail that {company} sends to many people at once.", named),
    button: t("Unsubscribe"),
  });

export const donePage = (named: Named) =>
  pageOf({
    title: t("You are unsubscribed"),
    words: t("{address} gets no more mail that {company} sends to many people at once.", named),
  });

export const unknownPage = () =>
  pageOf({
    title: t("This link is not known here"),
    words: t("Open the link of the mail again. If it was cut off, copy the whole address."),
  });

export const testPage = () =>
  pageOf({
    title: t("Unsubscribe"),
    words: t("This link is from a test mail, so it changes nothing. Each recipient gets a link that works."),
  });
