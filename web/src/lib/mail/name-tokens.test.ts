import { expect, test } from "vitest";
import { nameTokens, withNameTokens } from "./name-tokens.ts";

const mail = {
  subject: "Offer for Meera Rao",
  html: "<p>Hi <b>Meera</b>,</p><p>Meerab and MEERA: mail to meera@rao.in</p>",
};
const person = { name: "Meera Rao", email: "meera@rao.in" };

test("the recipient's names and address are offered as tokens, only as whole words, each with its count [TPL-17]", () => {
  expect(nameTokens(person, mail)).toEqual([
    { words: "meera@rao.in", token: "{Email}", count: 1 },
    { words: "Meera Rao", token: "{Name}", count: 1 },
    { words: "Meera", token: "{FirstName}", count: 2 },
  ]);
  expect(nameTokens({}, mail)).toEqual([]);
  expect(nameTokens({ name: "A (x.*" }, { subject: "A", html: "<p>(x.*</p>" })).toEqual([
    { words: "(x.*", token: "{LastName}", count: 1 },
  ]);
});

test("only the accepted tokens are put in, and formatting stays [TPL-17]", () => {
  const [, , first] = nameTokens(person, mail);
  expect(withNameTokens(mail, [])).toEqual(mail);
  expect(withNameTokens(mail, first ? [first] : [])).toEqual({
    subject: "Offer for {FirstName} Rao",
    html: "<p>Hi <b>{FirstName}</b>,</p><p>Meerab and {FirstName}: mail to {FirstName}@rao.in</p>",
  });
  expect(withNameTokens(mail, nameTokens(person, mail))).toEqual({
    subject: "Offer for {Name}",
    html: "<p>Hi <b>{FirstName}</b>,</p><p>Meerab and {FirstName}: mail to {Email}</p>",
  });
});
