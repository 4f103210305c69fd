import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { type MailRecipients, Recipients } from "./recipients.tsx";

function Owner({ start }: { start: MailRecipients }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <Recipients value={value} onChange={(changes) => setValue({ ...value, ...changes })} />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

const field = (name: string) => screen.queryByRole("textbox", { name });
const value = () => JSON.parse(screen.getByRole("status").textContent);

test("Cc and Bcc are shown on demand, and take the focus", async () => {
  const user = userEvent.setup();
  render(<Owner start={{ to: "a@example.com" }} />);
  expect([field("Cc"), field("Bcc")]).toEqual([null, null]);
  await user.click(screen.getByRole("button", { name: "Add Cc" }));
  expect(document.activeElement).toBe(field("Cc"));
  await user.keyboard("b@example.com{Enter}");
  await user.click(screen.getByRole("button", { name: "Add Bcc" }));
  await user.paste("Eva <eva@example.com>; ci@example.com");
  expect(value()).toEqual({ to: "a@example.com", cc: "b@example.com", bcc: "eva@example.com, ci@example.com" });
  expect(screen.queryByRole("button", { name: /^Add/ })).toBeNull();
});

test("a mail with copies shows them at once, and an invalid one is marked", async () => {
  const user = userEvent.setup();
  render(<Owner start={{ to: "", cc: "b@example.com" }} />);
  expect(field("Cc")).not.toBeNull();
  await user.type(field("Cc") as HTMLElement, "nobody{Enter}");
  expect(screen.getByRole("alert").textContent).toContain("nobody");
});

test("what is typed is completed from known people by keyboard, and Escape closes only their list", async () => {
  const user = userEvent.setup();
  const people = [
    { name: "Ravi Nair", address: "ravi@acme.test" },
    { name: "", address: "priya.nair@meridian.test" },
  ];
  let value = "";
  const closed: string[] = [];
  const Field = () => {
    const [to, setTo] = useState("");
    value = to;
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for the composer
      <div onKeyDown={({ key }) => closed.push(key)}>
        <Recipients value={{ to }} onChange={(changes) => setTo(changes.to ?? "")} people={{ loaded: people }} />
      </div>
    );
  };
  render(<Field />);
  await user.type(field("To") as HTMLElement, "nair");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Ravi Nairravi@acme.test",
    "priya.nair@meridian.test",
  ]);
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(value).toBe("priya.nair@meridian.test");
  await user.keyboard("rav{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(closed).not.toContain("Escape");
  await user.keyboard("i@acme.test{Enter}");
  expect(value).toBe("priya.nair@meridian.test, ravi@acme.test");
});

test("the search's answer replaces the loaded people, a late answer is dropped, and a failure leaves them [PPL-07]", async () => {
  const user = userEvent.setup();
  const asked: [string, AbortSignal][] = [];
  const answers = new Map<string, PromiseWithResolvers<{ name: string; address: string }[]>>();
  const people = {
    loaded: [{ name: "José Loaded", address: "jose@loaded.test" }],
    find: (typed: string, signal: AbortSignal) => {
      asked.push([typed, signal]);
      const answer = Promise.withResolvers<{ name: string; address: string }[]>();
      answers.set(typed, answer);
      return answer.promise;
    },
  };
  const Field = () => {
    const [to, setTo] = useState("");
    return <Recipients value={{ to }} onChange={(changes) => setTo(changes.to ?? "")} people={people} />;
  };
  render(<Field />);
  const shown = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);
  await user.type(field("To") as HTMLElement, "jos");
  expect(shown()).toEqual(["José Loadedjose@loaded.test"]);
  await waitFor(() => expect(answers.has("jos")).toBe(true));
  await user.keyboard("e");
  await waitFor(() => expect(answers.has("jose")).toBe(true));
  expect(asked.find(([typed]) => typed === "jos")?.[1].aborted).toBe(true);
  answers.get("jose")?.resolve([{ name: "Josefa", address: "josefa@found.test" }]);
  await waitFor(() => expect(shown()).toEqual(["Josefajosefa@found.test"]));
  answers.get("jos")?.resolve([{ name: "Late", address: "late@found.test" }]);
  await user.keyboard("{Backspace}");
  await waitFor(() => expect(asked.filter(([typed]) => typed === "jos")).toHaveLength(2));
  answers.get("jos")?.reject(new Error("offline"));
  expect(shown()).toEqual(["José Loadedjose@loaded.test", "Josefajosefa@found.test"]);
});
