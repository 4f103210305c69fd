import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { nothingSaid } from "#lib/drafts/reply-state.ts";
import { SayField } from "./say-field.tsx";

type Choices = Parameters<typeof SayField>[0]["choices"];

function open(choices: Choices, isBusy = false) {
  const onDraft = vi.fn();
  function Page() {
    const [said, setSaid] = useState(nothingSaid);
    return <SayField {...{ choices, said, isBusy, onDraft }} onSaid={setSaid} />;
  }
  render(<Page />);
  return { onDraft, field: screen.getByLabelText<HTMLTextAreaElement>("What do you want to say?") };
}
const accept = { intents: [{ label: "Confirm Tuesday 3 pm", stance: "accept" }], isLoading: false };

test("a one-click reply fills the field and drafts what it stands for", async () => {
  const { onDraft, field } = open(accept);
  await userEvent.click(await screen.findByRole("button", { name: "Confirm Tuesday 3 pm" }));
  expect(field.value).toBe("Confirm Tuesday 3 pm");
  expect(onDraft).toHaveBeenCalledExactlyOnceWith({ words: "Confirm Tuesday 3 pm", stance: "accept" });
  await userEvent.type(field, ", not later");
  await userEvent.click(screen.getByRole("button", { name: "Draft" }));
  const words = "Confirm Tuesday 3 pm, not later";
  expect(onDraft).toHaveBeenLastCalledWith({ words, stance: words });
});

test("Enter and Ctrl+Enter draft, Shift+Enter starts a new line", async () => {
  const { onDraft, field } = open(accept);
  await userEvent.type(field, "Yes{Shift>}{Enter}{/Shift}but later{Enter}");
  expect(onDraft).toHaveBeenCalledExactlyOnceWith({ words: "Yes\nbut later", stance: "Yes\nbut later" });
  await userEvent.type(field, "{Control>}{Enter}{/Control}");
  expect(onDraft).toHaveBeenCalledTimes(2);
  expect(field.value).toBe("Yes\nbut later");
});

test("while a draft is written nothing else is drafted, and without one-click replies the field works", async () => {
  const { onDraft, field } = open({ intents: [], isLoading: false }, true);
  await userEvent.type(field, "Yes{Enter}");
  await userEvent.click(screen.getByRole("button", { name: "Draft" }));
  expect(onDraft).not.toHaveBeenCalled();
  expect(screen.queryByRole("group", { name: "One-click replies by AI" })).toBeNull();
});

test("a mail that needs no answer says why, and the field still drafts one", async () => {
  const { onDraft, field } = open({
    intents: [],
    isLoading: false,
    noAnswer: { reason: "newsletter", unsubscribe: true },
  });
  expect(screen.getByText("No answer needed.").parentElement?.textContent).toBe(
    "No answer needed. This is a newsletter. To get no more of them, use the unsubscribe link in the mail.",
  );
  await userEvent.type(field, "Please remove me{Enter}");
  expect(onDraft).toHaveBeenCalledOnce();
});
