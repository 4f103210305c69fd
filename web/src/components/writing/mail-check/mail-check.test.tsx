import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { createRef, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { WrittenMail } from "./apply-fix.ts";
import { MailCheck, type MailCheckHandle } from "./mail-check.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: new Date("2026-11-16T10:00:00") });
});

const handle = createRef<MailCheckHandle>();
let current: WrittenMail;

function Page({ start, hasFiles = false }: { start: Partial<WrittenMail>; hasFiles?: boolean }) {
  const [mail, setMail] = useState<WrittenMail>({
    to: "a@shop.test",
    cc: "",
    bcc: "",
    subject: "Plan",
    html: "",
    ...start,
  });
  current = mail;
  return (
    <MailCheck
      mail={mail}
      latest={() => current}
      hasFiles={hasFiles}
      own={["me@acme.test"]}
      known={[]}
      onChange={(changes) => setMail({ ...mail, ...changes })}
      onFiles={vi.fn()}
      onFill={vi.fn()}
      onRewrite={vi.fn()}
      handleRef={handle}
    />
  );
}
const open = (start: Partial<WrittenMail>, hasFiles?: boolean) =>
  render(<Page start={start} hasFiles={hasFiles ?? false} />);
const pause = () => act(() => vi.advanceTimersByTimeAsync(800));

test("a finding is corrected by one click, and another is ignored for this mail [CHK-11, CHK-12]", async () => {
  open({ html: "<p>Attached is the plan for Tuesday 18 November.</p>" });
  await pause();
  const list = screen.getByRole("region", { name: "Before you send" });
  expect(within(list).getByRole("button", { name: "2 things to check before you send" })).toBeDefined();
  fireEvent.click(within(list).getByRole("button", { name: "Change to Wednesday" }));
  expect(current.html).toBe("<p>Attached is the plan for Wednesday 18 November.</p>");
  await pause();
  expect(within(list).getByRole("button", { name: "1 thing to check before you send" })).toBeDefined();
  fireEvent.click(within(list).getByRole("button", { name: "Ignore" }));
  expect(screen.queryByRole("region", { name: "Before you send" })).toBeNull();
});

test("Send asks about a missing file once, with the text as it is now [CHK-13]", async () => {
  open({ html: "<p>Attached is the plan.</p>" });
  const send = vi.fn();
  act(() => expect(handle.current?.holdsBack(send)).toBe(true));
  vi.useRealTimers();
  const dialog = await screen.findByRole("alertdialog", { name: "Send this mail all the same?" });
  expect(dialog.textContent).toContain("No file is attached, but the mail says: “Attached is the plan.”");
  fireEvent.click(within(dialog).getByRole("button", { name: "Send anyway" }));
  expect(send).toHaveBeenCalledOnce();
  expect(handle.current?.holdsBack(send)).toBe(false);
});

test("a mail without a fault shows nothing and is not held back", async () => {
  open({ html: "<p>Attached is the plan.</p>" }, true);
  await pause();
  expect(screen.queryByRole("region")).toBeNull();
  expect(handle.current?.holdsBack(vi.fn())).toBe(false);
});
