import sanitize from "sanitize-html";

const allowedTags = ["p", "br", "div", "span", "strong", "b", "em", "i", "u", "s", "a", "ul", "ol", "li", "blockquote", "code", "pre", "hr", "img", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tbody", "tr", "td"]; // biome-ignore format: a list reads better in one piece
const colour = [/^#[0-9a-f]{3,8}$/i, /^rgb\(\s*\d{1,3}\s*(,\s*\d{1,3}\s*){2}\)$/, /^[a-z]{3,20}$/i];

/** Reduces a signature or a template to what the editor can produce, without anything that could run, load or hide in a recipient's mail. */
export const cleanWritten = (html: string): string =>
  sanitize(html, {
    allowedTags,
    allowedAttributes: { a: ["href"], ol: ["start"], img: ["src", "alt", "width", "height"], "*": ["style"] },
    allowedStyles: {
      "*": {
        color: colour,
        "text-align": [/^(left|right|center)$/],
        "font-weight": [/^(bold|normal|[1-9]00)$/],
        "font-style": [/^(italic|normal)$/],
        "text-decoration": [/^(underline|line-through|none)$/],
      },
    },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesByTag: { img: ["https"] },
    allowProtocolRelative: false,
    disallowedTagsMode: "discard",
    nestingLimit: 40,
  }).trim();
