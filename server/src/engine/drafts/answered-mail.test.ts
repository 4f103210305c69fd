import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const context = `From: Maren Tilby
Date: 3 March 2026
Subject: Hall for the spring fair

Hello,
could we have the hall on 12 April? We would bring our own tables.
Regards
Maren Tilby`;

test("the writer of a pasted mail is greeted, and her mail is not said back", () => {
  const { subject, body } = draftEmail({
    intent:
      "Answer this and say yes to 12 April but not to the tables: the floor is new. Also ask how many people come.",
    tone: "professional",
    context,
    sender: "Sam",
  });
  expect(subject).toBe("Re: Hall for the spring fair");
  expect(body).toMatch(/^Dear Maren/);
  expect(body).toContain("12 April, but unfortunately not to the tables: the floor is new.");
  expect(body).toContain("how many people come");
  expect(body).not.toMatch(/Answer this|could we have|our own tables/);
});
