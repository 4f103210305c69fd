/** Plain text as HTML, with a paragraph for each line. */
export const paragraphs = (text: string) =>
  text
    .split(/\r?\n/)
    .map((row) => `<p>${row.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`)
    .join("");
