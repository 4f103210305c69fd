import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { isDialogOpen, isPopupOpen } from "#lib/popups.ts";
import { Modal } from "./modal.tsx";
import { Popover } from "./popover.tsx";

test("an open dialog takes the page's keys, also Ctrl+Enter", () => {
  expect(isPopupOpen()).toBe(false);
  const { unmount } = render(
    <Modal title="Add link" onClose={() => undefined}>
      URL
    </Modal>,
  );
  expect([isDialogOpen(), isPopupOpen()]).toEqual([true, true]);
  unmount();
  expect([isDialogOpen(), isPopupOpen()]).toEqual([false, false]);
});

test("so does an open popover, until it is closed", () => {
  render(
    <Popover label="Send later" trigger={<button type="button">Later</button>}>
      {() => "Choose a time"}
    </Popover>,
  );
  const panel = screen.getByRole("dialog", { hidden: true });
  // happy-dom does not send the events of the popover attribute.
  const tell = (type: string, newState: string) => fireEvent(panel, Object.assign(new Event(type), { newState }));
  expect(isPopupOpen()).toBe(false);
  tell("beforetoggle", "open");
  expect([isDialogOpen(), isPopupOpen()]).toEqual([true, true]);
  tell("toggle", "closed");
  expect([isDialogOpen(), isPopupOpen()]).toEqual([false, false]);
});
