import { describe, expect, test } from "vitest";
import { rewrite } from "./rewrite.ts";

describe("shorter, without a model", () => {
  test("filler, hedges and doubled courtesy go, and facts stay [RWR-05]", () => {
    const text =
      "Hi Priya,\n\nI hope this email finds you well. I just wanted to let you know that we are able to ship 40 chairs to Pune prior to Friday, due to the fact that invoice 4411 is paid.\n\nThank you for your time. Thanks again. Thank you very much.\n\nBest,\nAna";
    expect(rewrite(text, "shorter")).toBe(
      "Hi Priya,\n\nWe can ship 40 chairs to Pune before Friday, because invoice 4411 is paid.\n\nThank you for your time.\n\nBest,\nAna",
    );
  });

  test("a paragraph of courtesy alone disappears, and list items stay apart", () => {
    expect(rewrite("Hi,\n\nI hope you are doing well.\n\n- in order to pay\n- very late", "shorter")).toBe(
      "Hi,\n\n- to pay\n- late",
    );
  });

  test.each([
    "I am not really sure that we can pay.",
    "We did not order it.",
    'She wrote "I just wanted to let you know that it is due".',
    "See https://x.test/in-order-to and ask {FirstName} [your answer].",
    "Perhaps we meet on Monday.",
  ])("a negation, a quotation, a link, a blank and a doubt stay: %s", (text) => {
    expect(rewrite(text, "shorter")).toBe(text);
  });
});

describe("another tone, without a model", () => {
  test.each([
    ["Hey can you send me the list, please?", "Hello, could you send me the list, please?"],
    ["Hey, can't make it, will call u asap.", "Hello, cannot make it, will call you as soon as possible."],
    ["Hi there is a problem with the boxes.", "Hello, there is a problem with the boxes."],
    ["Hi Tom, thanks for the list.", "Dear Tom, thank you for the list."],
    ["Hey all,", "Dear all,"],
    ["Hi Anna Maria,", "Dear Anna Maria,"],
  ])("more formal: %j is greeted by name only if there is one [RWR-05]", (given, formal) =>
    expect(rewrite(given, "formal")).toBe(formal),
  );
  test("more formal: greeting, closing, contractions and phrases [RWR-05]", () => {
    expect(
      rewrite(
        "Hi Ravi,\n\nThanks for the samples! I can't pay before 3 June and I'd like to talk. It's been late.\n\nCheers,\nAna",
        "formal",
      ),
    ).toBe(
      "Dear Ravi,\n\nThank you for the samples. I cannot pay before 3 June and I would like to talk. It has been late.\n\nKind regards,\nAna",
    );
  });

  test("friendlier: greeting, closing, contractions and phrases [RWR-05]", () => {
    expect(
      rewrite(
        "Dear Ravi,\n\nThank you for the samples. I am not able to pay. Please find attached the plan; I know who I am.\n\nYours sincerely,\nAna",
        "friendlier",
      ),
    ).toBe(
      "Hi Ravi,\n\nThanks for the samples. I'm not able to pay. I've attached the plan; I know who I am.\n\nBest wishes,\nAna",
    );
  });
});

describe("grammar, without a model", () => {
  test.each([
    ["I has recieved teh mail and and dont know.", "I have received the mail and don't know."],
    [
      "its a good idea. we should of met on tuesday,but i was late .",
      "It's a good idea. We should have met on Tuesday, but I was late.",
    ],
    [
      "There is three invoices. He don't pay. They was here.",
      "There are three invoices. He doesn't pay. They were here.",
    ],
    ["I look forward to hear from you, e.g. on an call.", "I look forward to hearing from you, e.g. on a call."],
  ])("%s [RWR-05]", (wrong, right) => {
    expect(rewrite(wrong, "grammar")).toBe(right);
  });

  test("names, terms and fragments are left alone", () => {
    for (const text of [
      "Soltec GmbH pays by NEFT, says Rohan.",
      "and the rest of it",
      "Does he have it? I had had enough.",
      "my iPhone 5s",
    ])
      expect(rewrite(text, "grammar")).toBe(text);
  });
});

test("a text with nothing to change stays as it is, and no kind changes a correct plain sentence [RWR-06]", () => {
  const text = "The invoice 4411 is due on Friday.";
  for (const kind of ["shorter", "formal", "friendlier", "grammar", "longer"] as const)
    expect(rewrite(text, kind)).toBe(text);
});
