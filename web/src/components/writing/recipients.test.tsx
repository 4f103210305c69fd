import { render, screen } from "@testing-library/react";
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
        <Recipients value={{ to }} onChange={(changes) => setTo(changes.to ?? "")} people={people} />
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
