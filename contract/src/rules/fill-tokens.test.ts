import { expect, test } from "vitest";
import { fillLinks } from "./fill-links.ts";
import {
  fillTokens,
  fillTokensHtml,
  fillTokensLine,
  standardTokens,
  standardValues,
  tokenKey,
  tokensIn,
  tokensInHtml,
} from "./fill-tokens.ts";
import { unfilledTokens } from "./merge-tokens.ts";

test("tokens in one and two braces are filled, whatever case, spaces and signs their names have [TPL-01]", () => {
  const values = { FirstName: "Meera", "Order No.": "A-17" };
  expect(fillTokens("{FirstName} {{first_name}} {First Name} {FIRST-NAME} {{ firstName}} {order no}", values)).toBe(
    "Meera Meera Meera Meera Meera A-17",
  );
});

test("a token without a value takes its fallback, or stays as it is [TPL-01]", () => {
  expect(fillTokens("Hi {FirstName|there}, {Company} {City|}!", {})).toBe("Hi there, {Company} !");
  expect(fillTokens("Hi {FirstName|there}", { FirstName: "Meera" })).toBe("Hi Meera");
  expect(fillTokens("Hi {FirstName|there}, {Company}", { FirstName: "  ", Company: null })).toBe("Hi there, {Company}");
});

test("every standard name is a token that is found and counts as not filled in [TPL-01]", () => {
  const text = standardTokens.map((name) => `{${name}}`).join(" ");
  expect(tokensIn(text).map(({ name }) => name)).toEqual([...standardTokens]);
  expect(unfilledTokens(text)).toHaveLength(standardTokens.length);
  expect(unfilledTokens("Hi {FirstName|there}, {Prénom}")).toEqual(["{FirstName|there}", "{Prénom}"]);
});

test("tokens are found with their name, key, fallback and position", () => {
  expect(tokensIn("Hi {{First Name|my friend}}")).toEqual([
    { token: "{{First Name|my friend}}", name: "First Name", key: "firstname", fallback: "my friend", index: 3 },
  ]);
  expect(tokensIn("f(){return;} {} { x } {1} {a|b|c} [your answer]")).toEqual([]);
  expect(tokenKey("Straße-Nr. 2")).toBe("straßenr2");
});

test("names of other scripts are tokens, as columns of a list have them", () => {
  expect(fillTokens("Bonjour {Prénom}, {नाम}", { prénom: "Zoé", नाम: "मीरा" })).toBe("Bonjour Zoé, मीरा");
});

test("a value never becomes HTML or another token [TPL-02]", () => {
  const values = { FirstName: '<img src=x onerror="a()">', Company: "{Email}", Email: "me@example.com" };
  expect(fillTokensHtml("<p>{FirstName} &amp; {Company}</p>", values)).toBe(
    "<p>&lt;img src=x onerror=&quot;a()&quot;&gt; &amp; Email</p>",
  );
  expect(fillTokens("{Company} $& {FirstName}", { FirstName: "$1 $&", Company: "{{Email}}" })).toBe("Email $& $1 $&");
  expect(unfilledTokens(fillTokens("{Company}", values))).toEqual([]);
});

test("names of properties of every object are not values", () => {
  expect(fillTokens("{constructor} {toString}", {})).toBe("{constructor} {toString}");
});

test("line breaks of a value stay in a body and are kept out of a subject [TPL-02]", () => {
  const values = { Address: "1 High St\r\nLeeds\u2028UK\u0000", FirstName: "A\r\nBcc: x@example.com" };
  expect(fillTokensLine("For {FirstName}, {Address}", values)).toBe("For A Bcc: x@example.com, 1 High St Leeds UK");
  expect(fillTokens("{Address}", values)).toBe("1 High St\nLeeds\nUK");
  expect(fillTokensHtml("<p>{Address}</p>", values)).toBe("<p>1 High St<br>Leeds<br>UK</p>");
});

test("a token with formatting or entities inside is filled at its first character [TPL-01]", () => {
  const values = { FirstName: "Meera" };
  expect(fillTokensHtml("<p>Hi {First<b>Name</b>}, <i>{</i>First&nbsp;Name}</p>", values)).toBe(
    "<p>Hi Meera<b></b>, <i>Meera</i></p>",
  );
  expect(fillTokensHtml("<p>{City|A &amp; B}</p>", {})).toBe("<p>A &amp; B</p>");
  expect(tokensInHtml("<p>Hi {First<b>Name</b>} {La<br>st}</p>").map(({ key }) => key)).toEqual(["firstname"]);
});

test("a token over two lines and a token in another attribute are left alone", () => {
  const html =
    '<p title="{FirstName}">{First</p><p>Name} <a href="https://example.com/" title="{LastName}">{La<br>stName}</a></p>';
  expect(fillTokensHtml(html, { FirstName: "Meera", LastName: "Rao" })).toBe(html);
});

test("tokens in the address of a link are found, and filled as one part of the address [TPL-30]", () => {
  const html =
    '<p><a class="x" href="https://example.com/{Invoice No}/?a=1&amp;name={Name}&amp;to={City|none}#{Other}">pay</a></p>';
  const values = { "Invoice No": "7/8", Name: "Ann & Bo's\n=<b>{Email}", Email: "x" };
  expect(tokensInHtml(html).map(({ key }) => key)).toEqual(["invoiceno", "name", "city", "other"]);
  expect(fillTokensHtml(html, values)).toBe(
    '<p><a class="x" href="https://example.com/7%2F8/?a=1&amp;name=Ann%20%26%20Bo%27s%0A%3D%3Cb%3EEmail&amp;to=none#{Other}">pay</a></p>',
  );
  expect(fillTokensHtml('<a href="https://example.com/%7BInvoice%20No%7Cnone%7D">x</a>', {})).toBe(
    '<a href="https://example.com/none">x</a>',
  );
});

test("a token that is all of a link's address may be a web address, and nothing else that a browser opens [TPL-30]", () => {
  const filled = (href: string, value: string) =>
    /href="([^"]*)"/.exec(fillTokensHtml(`<a href="${href}">x</a>`, { Link: value }))?.[1];
  expect(filled("{Link}", "https://example.com/a?b=c&d='\"<")).toBe("https://example.com/a?b=c&amp;d=%27%22%3C");
  expect(filled("https://{Link}", "http://example.com/a")).toBe("http://example.com/a");
  expect(filled("https://{Link}/x", "shop.example.com")).toBe("https://shop.example.com/x");
  expect(filled("{Link}", "javascript:alert(1)")).toBe("javascript%3Aalert(1)");
  expect(filled("https://{Link}.example.com/", "evil.test/?")).toBe("https://evil.test%2F%3F.example.com/");
});

// A cost that grows with the square of the length would take minutes.
test("text of hostile length is read in linear time", { timeout: 30_000 }, () => {
  for (const piece of ["<", "{", "{a", "{{a|", "<a ", "&amp", "<b>{"])
    fillTokensHtml(piece.repeat(60_000), { FirstName: "Meera" });
});

test("links of hostile length are read in linear time", { timeout: 30_000 }, () => {
  for (const piece of ["<a href=", '<a href="', '<a x="" ', '"', "%7ba"]) {
    fillLinks(piece.repeat(60_000), () => "Meera");
    fillLinks(`<a href="${piece.replaceAll('"', "").repeat(60_000)}">`, () => "Meera");
    fillLinks(`<a ${piece.repeat(60_000)}>`, () => "Meera");
  }
});

test("the standard values come from the recipient and the writer; unknown ones are missing [TPL-01]", () => {
  const me = { name: "Arun Nair", email: "arun@acme.com", company: "Acme" };
  const values = standardValues({ name: "Rao, Meera", email: "meera@rao.in" }, me, "18 November 2026");
  expect(fillTokens("{FirstName}|{LastName}|{Name}|{Email}|{MyName}|{MyEmail}|{MyCompany}|{Today}", values)).toBe(
    "Meera|Rao|Meera Rao|meera@rao.in|Arun Nair|arun@acme.com|Acme|18 November 2026",
  );
  expect(fillTokens("{Company} {JobTitle} {Phone}", values)).toBe("{Company} {JobTitle} {Phone}");
});

test("first and last name are those of the card, if it has them [TPL-01] [TPL-18]", () => {
  const card = { name: "Anna Maria Costa", firstName: "Anna Maria", lastName: "Costa", phone: "+39 1" };
  expect(fillTokens("{FirstName}|{LastName}|{Name}|{Phone}", standardValues(card, {}, ""))).toBe(
    "Anna Maria|Costa|Anna Maria Costa|+39 1",
  );
  const unnamed = standardValues({ firstName: "Anna", lastName: "Costa" }, {}, "");
  expect(fillTokens("{Name}", unnamed)).toBe("Anna Costa");
});
