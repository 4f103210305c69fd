import { expect, test } from "vitest";
import { suggestSubject } from "../builtin.ts";

const subjectOf = (text: string) => suggestSubject({ text }).subject;

test("a list of wanted things is named by its things", () => {
  expect(
    subjectOf(
      "Dear Alex,\n\nYour file is nearly complete. I still require:\n- proof of residence, not older than 12 months\n- the tax number\n- two references\n\nNgozi",
    ),
  ).toBe("Proof of residence, tax number, two references");
});

test("times that are offered are named by what they are for", () => {
  expect(
    subjectOf(
      "Hi Alex,\n\nthe owner lets us in for the viewing. I can offer\n- Monday 20 April, 8.00\n- Friday 24 April, all morning\n\nJonas",
    ),
  ).toBe("Times for the viewing");
  expect(
    subjectOf(
      "Hallo Alex,\n\nfür die Besichtigung hätten wir folgende Termine frei:\n\nDienstag, 15. September, 10 Uhr\nDonnerstag, 17. September\n\nGruß\nUte",
    ),
  ).toBe("Termine für die Besichtigung");
});

test("a newsletter is named by its title", () => {
  expect(
    subjectOf("Boletín de mayo\n\n¡Ya huele a verano! La piscina abre a las 7.\n\nPara darte de baja pulsa aquí."),
  ).toBe("Boletín de mayo");
});
