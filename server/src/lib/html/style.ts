/** CSS properties that cannot load resources, run code or position elements outside the mail. */
const properties = new Set(
  `background background-color border border-bottom border-bottom-color border-bottom-style border-bottom-width border-collapse
  border-color border-left border-left-color border-left-style border-left-width border-radius border-right border-right-color
  border-right-style border-right-width border-spacing border-style border-top border-top-color border-top-style border-top-width
  border-width box-sizing clear color direction display float font font-family font-size font-style font-variant font-weight
  height letter-spacing line-height list-style list-style-type margin margin-bottom margin-left margin-right margin-top
  max-height max-width min-height min-width opacity overflow overflow-wrap padding padding-bottom padding-left padding-right
  padding-top table-layout text-align text-decoration text-decoration-color text-decoration-line text-indent text-transform
  vertical-align visibility white-space width word-break word-spacing word-wrap`.split(/\s+/),
);

// Words, numbers, strings and colour functions. No backslash, because an escape could spell a refused word.
const harmless = /^(?:rgba?\([\d\s.,%/]{1,60}\)|hsla?\([\d\s.,%/a-z]{1,60}\)|[\w\s#%.,!'"+-])+$/i;
const maxValue = 300;
const maxStyle = 5_000;

export function cleanStyle(style: string): string {
  if (style.length > maxStyle) return "";
  return style
    .replace(/\/\*.*?(?:\*\/|$)/gs, " ")
    .split(";")
    .flatMap((declaration) => {
      const colon = declaration.indexOf(":");
      const name = declaration.slice(0, colon).trim().toLowerCase();
      const value = declaration.slice(colon + 1).trim();
      return colon > 0 && isHarmless(name, value) ? [`${name}: ${value}`] : [];
    })
    .join("; ");
}

function isHarmless(name: string, value: string): boolean {
  if (!properties.has(name) || value.length > maxValue || !harmless.test(value)) return false;
  // An unpaired quote would include the following declarations.
  return (value.match(/"/g)?.length ?? 0) % 2 === 0 && (value.match(/'/g)?.length ?? 0) % 2 === 0;
}
