// HTML that was crafted to take long: each document has about `size` characters and one habit that can make a parser quadratic.

type HostileHtml = { name: string; make: (size: number) => string };

/** As many pieces as fit. */
const fill = (piece: string, size: number) => piece.repeat(Math.max(1, Math.floor(size / piece.length)));

/** Opened as often as fits, with a word inside, and never closed. */
const unclosed = (tag: string) => (size: number) => `${fill(tag, size)}word`;

/** Opened and closed as often as fits. */
const closed = (name: string) => (size: number) => {
  const count = Math.floor(size / (2 * name.length + 5));
  return `${`<${name}>`.repeat(count)}word${`</${name}>`.repeat(count)}`;
};

/** Different each time, so that no cache helps. */
const numbered = (size: number, pieceOf: (at: number) => string) => {
  const pieces: string[] = [];
  for (let [at, length] = [0, 0]; length < size; at++) {
    const piece = pieceOf(at);
    pieces.push(piece);
    length += piece.length;
  }
  return pieces.join("");
};

const style = (css: string) => `<style>${css}</style><p class="a">word</p>`;
const half = (size: number) => Math.floor(size / 2);

export const hostileHtml: HostileHtml[] = [
  // Elements within elements.
  ...["div", "b", "svg", "math", "font", "blockquote", "template", "noscript", "select", "object", "video"].map(
    (name) => ({
      name: `nested ${name}`,
      make: closed(name),
    }),
  ),
  ...["div", "p", "svg", "li", "a href=x", "title", "iframe", "head"].map((tag) => ({
    name: `unclosed ${tag}`,
    make: unclosed(`<${tag}>`),
  })),
  { name: "tables in tables", make: unclosed("<table><tr><td>") },
  { name: "lists in lists", make: unclosed("<ul><li><ol><li>") },
  { name: "nested svg and math by turns", make: unclosed("<svg><mi><math><desc>") },
  {
    name: "ends of elements that are not open",
    make: (size) => `${fill("<i>", half(size))}${fill("</b>", half(size))}word`,
  },
  {
    name: "ends of elements that are not open, in svg",
    make: (size) => `<svg>${fill("<g>", half(size))}${fill("</b>", half(size))}</svg>word`,
  },
  {
    name: "paragraphs that end what they never began",
    make: (size) => `${fill("<svg>", half(size))}${fill("</p>", half(size))}`,
  },
  { name: "deep elements in a value without quotes", make: (size) => `<p b=x=">${fill("<svg>", size)}" c>word` },
  { name: "deep elements after a comment that ends at once", make: (size) => `<!-->${fill("<svg>", size)}-->word` },
  // Tags and text that do not end.
  { name: "tags that never end", make: (size) => fill("<a href='", size) },
  { name: "brackets", make: (size) => fill("<", size) },
  { name: "comments that never end", make: (size) => fill("<!--", size) },
  { name: "comments", make: (size) => `${fill("<!-- x -->", size)}word` },
  { name: "marked sections", make: (size) => `${fill("<![CDATA[x]]>", size)}word` },
  { name: "marked sections that never end", make: (size) => `word${fill("<![CDATA[", size)}` },
  { name: "instructions that never end", make: (size) => `word${fill("<?x ", size)}` },
  { name: "closing scripts that are none", make: (size) => `word<script>${fill("</scrip", size)}` },
  // Attributes.
  { name: "attributes of one element", make: (size) => `<p ${numbered(size, (at) => `a${at}=b `)}>word</p>` },
  { name: "the same attribute", make: (size) => `<p ${fill('title="b" ', size)}>word</p>` },
  { name: "one long attribute", make: (size) => `<p title="${fill("x&quot;", size)}">word</p>` },
  {
    name: "classes",
    make: (size) => `${style("[class*=a]{color:red}")}<p class="${numbered(size, (at) => `a${at} `)}">word</p>`,
  },
  { name: "entities", make: (size) => fill("&amp;", size) },
  { name: "entities without an end", make: (size) => fill("&ampamp", size) },
  { name: "numbers of characters", make: (size) => fill("&#x41;", size) },
  { name: "a long picture", make: (size) => `<img src="data:image/png;base64,${fill("A", size)}">word` },
  { name: "a picture of blanks", make: (size) => `<img src="data:image/png;base64,A${fill(" ", size)}!">word` },
  { name: "long links", make: (size) => fill(`<a href="https://x.test/${"a/../".repeat(2_000)}">word</a>`, size) },
  // Styles.
  {
    name: "styles of elements",
    make: (size) => numbered(size, (at) => `<b style="color:#${at};margin:${at}px">word</b>`),
  },
  { name: "one long style", make: (size) => `<p style="${fill("color:red;", size)}">word</p>` },
  {
    name: "long styles",
    make: (size) => numbered(size, (at) => `<p style="${"color:red;".repeat(1_900)}x:${at}">word</p>`),
  },
  {
    name: "values with many words",
    make: (size) => numbered(size, (at) => `<p style="font-family:${"a ".repeat(148)}!${at}">word</p>`),
  },
  {
    name: "gradients",
    make: (size) => fill(`<p style="background:linear-gradient(${"rgb(1,".repeat(40)}">word</p>`, size),
  },
  {
    name: "pictures in styles",
    make: (size) => fill(`<p style="background:url(https://x.test/a)${",url(a".repeat(60)}">word</p>`, size),
  },
  { name: "comments in styles", make: (size) => fill(`<p style="color:${"/*".repeat(9_000)}">word</p>`, size) },
  {
    name: "blanks in the address of a picture",
    make: (size) => fill(`<p style="background:url(${" ".repeat(19_000)}x x">word</p>`, size),
  },
  // Style sheets.
  { name: "rules", make: (size) => style(fill("p.a{color:red}", size)) },
  { name: "different rules", make: (size) => style(numbered(size, (at) => `.a${at} p{color:red}`)) },
  { name: "selectors of one rule", make: (size) => style(`${fill("p.a b,", size)}i{color:red}`) },
  { name: "long selectors", make: (size) => style(fill(`${"p>".repeat(300)}b{color:red}`, size)) },
  { name: "negations", make: (size) => style(fill(":not(", size)) },
  { name: "queries within queries", make: (size) => style(`${fill("@media screen{", size)}p{color:red}`) },
  { name: "brackets in a sheet", make: (size) => style(`p{color:${fill("(", size)}`) },
  { name: "errors in a sheet", make: (size) => style(`p{${fill("b c;", size)}`) },
  { name: "a sheet of comments that never end", make: (size) => style(fill("/*", size)) },
  { name: "strings that never end", make: (size) => style(fill("p{content:'\n", size)) },
  { name: "sheets", make: (size) => `${fill("<style>p{color:red}</style>", size)}word` },
  {
    name: "rules for many elements",
    make: (size) =>
      `${style(numbered(half(size), (at) => `div div .a${at} .b{color:red}`))}${fill('<div><i class="b">word</i>', half(size))}`,
  },
];
