import { compile } from "html-to-text";

const render = compile({
  wordwrap: false,
  limits: { maxDepth: 100, maxChildNodes: 20_000, maxInputLength: 5_000_000, ellipsis: "…" },
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: "table", format: "dataTable", options: { uppercaseHeaderCells: false } },
  ],
});

/** HTML as a person would type it: for the text part of a letter. Links keep their address. */
export const htmlToText = (html: string): string => render(html).trim();

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
