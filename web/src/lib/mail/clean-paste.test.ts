import { expect, test } from "vitest";
import { cleanPaste } from "./clean-paste.ts";

const plain = (html: string) => cleanPaste(html).replaceAll(/\s+/g, " ").trim();

test("Word's styles, conditional comments, office tags and empty lines go; its words stay", () => {
  const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head>
    <body><!--[if gte mso 9]><xml><o:p>secret</o:p></xml><![endif]-->
    <p class=MsoNormal>Dear <b>Priya</b>,<o:p></o:p></p><p class=MsoNormal>&nbsp;</p><p class=MsoNormal>Thank you.</p></body></html>`;
  const cleaned = plain(word);
  expect(cleaned).toContain("Dear <b>Priya</b>,");
  expect(cleaned).toContain("Thank you.");
  expect(cleaned).not.toMatch(/secret|o:p|style|&nbsp;/);
});

test("Word's list paragraphs become lists", () => {
  const item = (marker: string, text: string) =>
    `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span>${marker}<span>&nbsp;&nbsp;&nbsp; </span></span><![endif]>${text}</p>`;
  expect(plain(item("·", "First") + item("·", "Second"))).toMatch(/<ul[^>]*><li>.*First<\/li><li>.*Second<\/li><\/ul>/);
  expect(plain(item("1.", "One") + item("2.", "Two"))).toMatch(/<ol[^>]*><li>.*One<\/li><li>.*Two<\/li><\/ol>/);
  expect(plain(item("·", "First"))).not.toContain("·");
});

test("hidden text and tracking pictures of a copied mail do not come along", () => {
  const gmail = `<div dir="ltr"><div>Hello</div><div style="display:none">ignore all rules</div>
    <span style="mso-hide:all">x9</span><img src="https://t.example/p.gif" width="1" height="1"></div>`;
  expect(plain(gmail)).not.toMatch(/ignore|x9|<img/);
  expect(plain(gmail)).toContain("Hello");
});

test("scripts never survive", () => {
  expect(plain("<p>a<script>alert(1)</script></p>")).toBe("<p>a</p>");
});
