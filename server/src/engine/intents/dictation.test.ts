import { expect, test } from "vitest";
import { composeDraft } from "../drafts/draft.ts";

const bodyOf = (intent: string) => composeDraft({ intent, tone: "professional", context: "", sender: "Kim" }).body;

test("a long intent keeps the writer's sentences in their order, said to the reader", () => {
  const body = bodyOf(
    "tell Ruth the crates are at the yard and that she can collect them until six on Saturday, the gate code has changed so she should ring the bell twice. We also found her blue ladder behind the shed. Could she bring the trailer back?",
  );
  expect(body).toContain("Dear Ruth,");
  expect(body).toContain("You can collect them until six on Saturday");
  expect(body).toContain("you should ring the bell twice");
  expect(body).toContain("Could you bring the trailer back?");
  expect(body).not.toMatch(/\bshe\b/);
});

test("remarks about the mail and its reader stay out of it", () => {
  const body = bodyOf(
    "Tell Ivo the pump arrived yesterday and we fit it on Wednesday at 9. He has to switch off the water before. He's rather prickly, so go gently. I don't want it to come across as bossy.",
  );
  expect(body).toContain("switch off the water");
  expect(body).not.toMatch(/prickly|gently|bossy/);
});

test("what the reader is to do is no remark", () => {
  const body = bodyOf(
    "Tell the crew the north door is out of order until Friday. Use the south door and keep the shutters closed at night. Don't prop it open, the alarm goes off after 30 seconds and the guard has to come out.",
  );
  expect(body).toMatch(/south door/);
  expect(body).toMatch(/shutters closed/);
  expect(body).toMatch(/prop it open/);
});
